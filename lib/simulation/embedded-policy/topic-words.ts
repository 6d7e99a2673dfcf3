/** What a comment or a rule may be about. */
export const TOPICS = [
  "price",
  "stock",
  "link",
  "payment",
  "promotion",
  "gift",
  "membership",
  "delivery",
  "returns",
  "order",
  "attribute",
  "compare",
  "complaint",
  "praise",
  "sadness",
  "joy",
  "greeting",
  "identity",
  "off-topic",
  "unknown-product",
  "several",
  "failure",
] as const;
export type Topic = (typeof TOPICS)[number];

/** Words of a topic: `plain` are understood by anyone, `loose` only now and then or where an instruction uses them. */
interface TopicWords {
  plain: string[];
  loose: string[];
}

const listed = (words: string) => words.split("|").map((word) => word.trim());

/** English words are stems or phrases; Chinese ones are matched as they stand. */
export const TOPIC_WORDS: Record<Topic, TopicWords> = {
  price: {
    plain: listed(`
      price | cost | how much is | how much for | how much would | how many yuan | cheaper | 多少钱 | 价格 | 什么价 | 怎么卖
    `),
    loose: listed(`
      expensive | charge | the damage | bucks | are you asking for | under 100 | pay for | 几块 | 多少米 | 贵不贵 | 便宜
    `),
  },
  stock: {
    plain: listed(`
      stock | sold out | available | how many left | are left | inventory | still have | 有货 | 现货 | 库存 | 卖完 | 缺货
    `),
    loose: listed(`
      any left | gone already | run out | got more | remain | can i still get | restock | 还有吗
    `),
  },
  link: {
    plain: listed(`
      which link | link number | what number | link for | which number | for a link | the link number | on link |
      on which link | which product is | 几号 | 哪个链接 | 链接是 | 号链接是什么
    `),
    loose: listed(`
      where do i find | where is the | drop the | number of the | can't find | is what | 在哪
    `),
  },
  payment: {
    plain: listed(`
      how to buy | buy | how do i order | place an order | pay | payment | checkout | instalment | installment |
      invoice | how to order | purchase | 怎么买 | 下单 | 付款 | 支付 | 分期 | 发票
    `),
    loose: listed(`
      click | alipay | wechat | card | receipt | i want | unpaid | 拍下 | 在哪里拍
    `),
  },
  promotion: {
    plain: listed(`
      discount | promotion | coupon | an offer | the offer | special offer | offer on | on sale | deal | voucher |
      优惠 | 打折 | 活动 | 券
    `),
    loose: listed(`
      promo | special | money off | better price | make cheaper | bundle | can you make | 便宜点
    `),
  },
  gift: {
    plain: listed(`
      free gift | gift with | gift | 赠品 | 送什么 | 送礼
    `),
    loose: listed(`
      freebie | something extra | comes free | come free | throw in | 送吗
    `),
  },
  membership: {
    plain: listed(`
      member | membership | vip | 会员 | 入会 | 积分
    `),
    loose: listed(`
      club | tier | points | perk | loyalty | gold card | 金卡
    `),
  },
  delivery: {
    plain: listed(`
      deliver | delivery | shipping | ship | dispatch | arrive | postage | send out | 发货 | 运费 | 包邮 | 快递 | 寄 | 几天到 |
      多久能到 | 能到
    `),
    loose: listed(`
      reach | how soon | get to | sent from | send | abroad | by tomorrow | take to | 几天
    `),
  },
  returns: {
    plain: listed(`
      return | refund | exchange | warranty | after-sales | after sales | money back | 退货 | 退款 | 可以退 | 能退 | 换货 |
      保修 | 售后
    `),
    loose: listed(`
      send back | doesn't suit | don't like it | guarantee | what if i don't like | 不喜欢
    `),
  },
  order: {
    plain: listed(`
      my order | order number | order status | track | an order | their order | order is | parcel | where an order |
      订单 | 单号 | 物流
    `),
    loose: listed(`
      still not here | ordered last week | has it shipped | any news
    `),
  },
  attribute: {
    plain: listed(`
      material | size | weight | capacity | battery | waterproof | wash | made of | attribute | detail |
      question about a product | product question | how big | how heavy | how long does the battery | 材质 | 尺码 | 尺寸 |
      多重 | 容量 | 续航 | 防水 | 怎么洗 | 机洗
    `),
    loose: listed(`
      how thick | how tall | how loud | how bright | smell | scent | skin | noise | noisy | dishwasher | volume |
      ml | length | measurement | diameter | stove | coating | bluetooth | filling | origin | how do i use |
      how do i wash | clean | age | piece | shade | matte | mode | wind | sun | sugar | storage | laptop | fit in |
      how much hold | keep drinks | work with | safe | light enough | care | height | iron | charge while | 多大 |
      多长 | 多高 | 多亮 | 多厚 | 多少毫升 | 味道 | 肤质 | 怎么用 | 什么料 | 能放 | 声音 | 几种 | 什么色 | 产地 | 保质期 | 承重 | 适合 | 保温 | 功率 | 直径 |
      电磁炉 | 涂层 | 蓝牙 | 填充 | 加糖 | 防晒 | 抗风 | 几岁 | 多少块 | 快充 | 质地 | 釉 | 熨
    `),
  },
  compare: {
    plain: listed(`
      compare | comparing | comparison | difference between | which is better | which one is | which is cheaper |
      side by side | versus | vs | 哪个好 | 哪个便宜 | 区别 | 对比
    `),
    loose: listed(`
      torn between | cheaper than | should i take | which one | or the | 两款
    `),
  },
  complaint: {
    plain: listed(`
      complain | complaint | complaints | broken | terrible | disappointed | bad quality | unhappy | negative |
      worst | upset customer | dissatisfied | angry | 质量太差 | 失望 | 太差 | 投诉 | 垃圾 | 骗人
    `),
    loose: listed(`
      rubbish | scam | fake | waste of money | wrong size | wrong one | fell apart | leak | ignores | scratched |
      awful | regret | a hole | stopped working | not happy | nothing like | never buying | annoying | 坏了 | 坏的 |
      色差 | 发错 | 不理我
    `),
  },
  praise: {
    plain: listed(`
      love it | praise | positive feedback | already bought | has bought | already ordered | i bought | thanks |
      five stars | 很喜欢 | 好评 | 已经买 | 回购
    `),
    loose: listed(`
      amazing | adores | perfect | worth it | great quality | beautiful | just received | just paid | so good |
      really happy | told all my friends | been using | happy buyer | satisfied | arrived today | 收到了 | 刚拍了 | 真好 |
      太好用
    `),
  },
  sadness: {
    plain: listed(`
      sad | feeling | feelings | emotion | mood | lonely | stressed | crying | cry | depressed | heartbroken | 难过 |
      伤心 | 心情 | 情绪 | 孤单 | 压力
    `),
    loose: listed(`
      terrible day | broke up | failed my exam | died | exhausted | down | lost my job | hospital | miss home |
      can't sleep | goes wrong | hard year | nobody cares | nobody remembered | 失恋 | 睡不着 | 不顺 | 没过
    `),
  },
  joy: {
    plain: listed(`
      birthday today | my birthday | good news | so happy | celebrate | feelings | emotion | engaged | promoted |
      生日 | 好开心 | 喜事
    `),
    loose: listed(`
      got the job | passed my | having a baby | best day | finally finished | yay | 考上
    `),
  },
  greeting: {
    plain: listed(`
      hi | hello | hey | good evening | good morning | greet | greeting | greetings | welcome | 你好 | 大家好 | 晚上好
    `),
    loose: listed(`
      just joined | first time here | what's up | long time no see | i'm back | how are you | new follower |
      watching from | a wave | catch you live | evening all | small talk | 第一次来 | 又来了 | 好精神 | 来的
    `),
  },
  identity: {
    plain: listed(`
      human | real person | robot | are you an ai | an ai | a bot | are you real | host real | 真人 | 机器人 | 是ai |
      数字人
    `),
    loose: listed(`
      computer generated | machine | a person behind | recording | driving this avatar | eat and sleep | chatgpt |
      pixels | real girl | are you live | 录播
    `),
  },
  "off-topic": {
    plain: listed(`
      off topic | off-topic | unrelated | weather | election | politics | football | joke | homework | president |
      sing | 下雨 | 天气 | 比赛 | 笑话 | 唱首歌 | 股票
    `),
    loose: listed(`
      rain | the match | bitcoin | stocks should | pill | headache | celebrity | capital of | movie | cook | poem |
      footballer | meaning of life | 头疼 | 吃什么药
    `),
  },
  "unknown-product": {
    plain: listed(`
      not among the links | not in the list | not carry | do not sell | no link fits | not in the shop |
      product that the shop does not | unknown product | 没有这个商品
    `),
    loose: listed(`
      not listed | other shop
    `),
  },
  several: {
    plain: listed(`
      several comments | several questions | more than one comment | more than one question | multiple comments |
      many comments | numbered comments | comments arrive together | 多条评论 | 几个问题 | comments at once |
      two questions
    `),
    loose: listed(`
      together
    `),
  },
  failure: {
    plain: listed(`
      tool fails | tool returns an error | service did not answer | error | timeout | not available right now |
      nothing was found | 查询失败
    `),
    loose: listed(`
      fails
    `),
  },
};

/** Topics that people mix up: a rule for one is sometimes applied to the other. */
export const CONFUSED: [Topic, Topic][] = [
  ["price", "promotion"],
  ["promotion", "gift"],
  ["promotion", "membership"],
  ["gift", "membership"],
  ["complaint", "sadness"],
  ["complaint", "returns"],
  ["praise", "joy"],
  ["praise", "greeting"],
  ["joy", "sadness"],
  ["greeting", "off-topic"],
  ["greeting", "sadness"],
  ["delivery", "order"],
  ["stock", "unknown-product"],
  ["link", "unknown-product"],
  ["payment", "link"],
  ["attribute", "compare"],
  ["off-topic", "identity"],
];
