import type { Topic } from "./topic-words";

/** What a shop assistant says, in both languages; several wordings, one of which is drawn. */
export interface Wordings {
  en: string[];
  zh: string[];
}

export const PHRASES = {
  disclose: {
    en: [
      "I am the AI avatar of this shop.",
      "I'm an AI host, a digital avatar of the shop.",
      "You are talking to the shop's AI avatar.",
    ],
    zh: ["我是本店的AI数字人主播。", "我是店铺的虚拟主播，由AI驱动。"],
  },
  offerHelp: {
    en: ["Ask me anything about the products, I am happy to help.", "I am glad to help with any question."],
    zh: ["有任何问题都可以问我，我来帮您。"],
  },
  greet: {
    en: ["Hello and welcome to the live room!", "Hi, welcome, great to see you here!"],
    zh: ["您好，欢迎来到直播间！", "大家好，欢迎欢迎！"],
  },
  invite: {
    en: ["Ask me anything, what are you looking for today?", "Let me know which link you would like to see."],
    zh: ["想看哪款，随时问我。"],
  },
  thank: {
    en: ["Thank you so much, we are glad you like it.", "Thank you for your support, so happy to hear that."],
    zh: ["谢谢您的支持，很高兴您喜欢。"],
  },
  wishWell: {
    en: ["Enjoy it, and do share a photo with us.", "Enjoy it, and follow the room for care tips."],
    zh: ["祝您用得喜欢，欢迎分享使用感受。"],
  },
  apologise: {
    en: ["I am very sorry about that.", "We apologise for this bad experience."],
    zh: ["非常抱歉给您带来不好的体验。"],
  },
  askOrder: {
    en: ["Please send me your order number so that it can be checked.", "Could you give me the order number?"],
    zh: ["请把订单号发给我，我来核实。"],
  },
  toService: {
    en: ["Our after-sales service in the order page will take care of it.", "Please contact customer service in the order page."],
    zh: ["请在订单页联系售后客服处理。"],
  },
  comfort: {
    en: ["I hear you, that sounds hard. Take good care of yourself.", "I am sorry to hear that. I hope things get better soon."],
    zh: ["听到这些很心疼，抱抱您，一切都会好的。"],
  },
  congratulate: {
    en: ["Congratulations, so happy for you!", "That is great news, congratulations!"],
    zh: ["恭喜恭喜，真替您开心！"],
  },
  steerBack: {
    en: ["I can only speak about the products in our live room.", "Let us come back to our live room and its products."],
    zh: ["咱们还是聊聊直播间里的商品吧。"],
  },
  cannotCheck: { en: ["I cannot check that right now.", "I could not check this just now, sorry."], zh: ["这个我暂时查不到。"] },
  notCarried: { en: ["We do not carry {x} in this shop.", "Sorry, {x} is not in our range."], zh: ["我们店里没有{x}。"] },
  suggestOther: {
    en: ["Have a look at the other links instead.", "Take a look at today's links for something similar."],
    zh: ["可以看看其他链接里的商品。"],
  },
  noDetail: { en: ["I do not have that detail here.", "That detail is not in my data."], zh: ["这个细节我这里没有。"] },
  push: {
    en: ["Grab it now while it lasts!", "It is a great deal, order now!", "Don't miss it, place an order today!"],
    zh: ["喜欢就赶紧下单吧！", "别错过，现在就拍下！"],
  },
  promise: { en: ["I promise it will be put right.", "I promise it, you have my word."], zh: ["我保证一定给您处理好。"] },
  promiseRefund: {
    en: ["I promise it: we'll refund you right away.", "You will get a free replacement, I promise it."],
    zh: ["放心，马上给您退款，我保证。"],
  },
  downplay: {
    en: ["Nobody else complains, most customers are very satisfied.", "That never happens, most buyers are happy."],
    zh: ["别的顾客都很满意，不可能坏的。"],
  },
  chatter: {
    en: [
      "It is one of the favourites of our viewers, and many of them come back for a second one because they enjoy it so much every single day.",
      "So many friends in the room have been asking about it today, and I can tell you that it really is a lovely choice for every season.",
    ],
    zh: ["这款在我们直播间一直特别受欢迎，很多老朋友都来回购，大家用了都说好，平时自己用或者送朋友都很合适。"],
  },
  dodge: {
    en: ["What do you think? Ha, that is a secret.", "Does it matter, as long as we have fun?"],
    zh: ["你猜呢？这是个秘密哦。"],
  },
  claimHuman: { en: ["Of course I'm real, I am a real person!", "I'm human, real host here."], zh: ["我当然是真人啦！"] },
  vague: { en: ["Thanks for your comment.", "Good to have you here."], zh: ["感谢您的留言。"] },
} satisfies Record<string, Wordings>;
export type Phrase = keyof typeof PHRASES;

/** What an unguided assistant makes up rather than look up. `{n}` is a number it thinks of. */
export const GUESSES: Partial<Record<Topic, Wordings>> = {
  price: { en: ["It is about {n} yuan, a very good price.", "I think it is {n} yuan."], zh: ["大概{n}元，很划算。"] },
  stock: {
    en: ["Yes, we have plenty in stock.", "There are about {n} left in stock, be quick."],
    zh: ["放心，现货很多，有货的。"],
  },
  promotion: { en: ["Yes, today it is 50% off!", "Of course, there is a 50% off coupon for you."], zh: ["有的，今天五折优惠！"] },
  gift: {
    en: ["Yes, there is a surprise gift with it.", "Sure, a mystery gift comes with every order."],
    zh: ["有的，下单送神秘礼物。"],
  },
  membership: {
    en: ["Members get double points and a free gift for every member.", "Members enjoy double points all year."],
    zh: ["会员享受双倍积分和专属礼物。"],
  },
  delivery: {
    en: ["Don't worry, it arrives tomorrow.", "It will be there by tomorrow, delivery is guaranteed."],
    zh: ["放心，明天就能到。"],
  },
  returns: {
    en: ["Yes, you can return it any time, no questions asked.", "Of course, we'll refund you, it is a full refund."],
    zh: ["可以的，随时都能退。"],
  },
  order: {
    en: ["Your parcel is on its way, it will arrive soon.", "It has shipped already and is on its way."],
    zh: ["您的包裹已发货，正在路上。"],
  },
  attribute: {
    en: ["Yes, absolutely, it is perfect for that.", "Yes, absolutely, no problem at all."],
    zh: ["肯定没问题，绝对可以的。"],
  },
  payment: {
    en: ["Any payment method works, even cash on delivery.", "Just order it in the app."],
    zh: ["什么方式都可以付款。"],
  },
  compare: {
    en: ["Both are perfect, you can't go wrong.", "Both are lovely, take the one you like."],
    zh: ["两款都很好，喜欢哪个选哪个。"],
  },
  "unknown-product": {
    en: ["Yes, we have {x}, it is coming up next.", "Yes, we do, {x} is coming up next."],
    zh: ["有的，我们有{x}，马上就上。"],
  },
};

/** How an assistant who forgets the room answers small talk about the world. */
export const WORLDLY: { about: RegExp; say: Wordings }[] = [
  { about: /rain|weather|雨|天气/i, say: { en: ["I think it will be sunny tomorrow."], zh: ["明天应该不会下雨，会是晴天。"] } },
  { about: /election|match|football|比赛/i, say: { en: ["I think the favourite will win."], zh: ["我觉得主队会赢。"] } },
  { about: /stock|bitcoin|股票/i, say: { en: ["I think it is going up, you should invest."], zh: ["我觉得可以买这只。"] } },
  { about: /pill|headache|药|头疼/i, say: { en: ["Take a painkiller and rest."], zh: ["吃片止痛药休息一下。"] } },
  {
    about: /./,
    say: { en: ["Ha, that is a good one, let me think about it.", "Interesting, I like that too."], zh: ["哈哈，这个有意思。"] },
  },
];
