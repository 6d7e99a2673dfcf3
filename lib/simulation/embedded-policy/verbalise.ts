import type { Fact } from "./facts";

type Language = "en" | "zh";
type Wording = (value: string | number) => { en: string; zh: string };

/** How a shop assistant words a field, by what its name says. The first that fits wins. */
const WORDINGS: { label: RegExp; numeric?: boolean; say: Wording }[] = [
  { label: /\b(list|original) price\b/, numeric: true, say: (v) => ({ en: `the list price is ${v} yuan`, zh: `原价${v}元` }) },
  { label: /price/, numeric: true, say: (v) => ({ en: `it is ${v} yuan now`, zh: `现在${v}元` }) },
  {
    label: /^(stock|quantity|inventory)\b(?!.*status)/,
    numeric: true,
    say: (v) =>
      Number(v) === 0 ? { en: "it is sold out", zh: "已经卖完了" } : { en: `${v} are left in stock`, zh: `还有${v}件现货` },
  },
  { label: /stock status/, say: (v) => ({ en: `it is ${v}`, zh: /sold|out/.test(String(v)) ? "已经售罄" : "目前有货" }) },
  {
    label: /return window|days to return/,
    numeric: true,
    say: (v) => ({ en: `it can be returned within ${v} days`, zh: `${v}天内可以退货` }),
  },
  { label: /refund.*days/, numeric: true, say: (v) => ({ en: `refunds arrive within ${v} days`, zh: `退款${v}天内到账` }) },
  {
    label: /warranty.*months/,
    numeric: true,
    say: (v) =>
      Number(v) === 0 ? { en: "it has no warranty", zh: "不含保修" } : { en: `the warranty is ${v} months`, zh: `保修${v}个月` },
  },
  { label: /dispatch.*hours/, numeric: true, say: (v) => ({ en: `it ships within ${v} hours`, zh: `${v}小时内发货` }) },
  { label: /delivery days/, say: (v) => ({ en: `delivery takes ${v} days`, zh: `大约${v}天送到` }) },
  { label: /ships? from/, say: (v) => ({ en: `it ships from ${v}`, zh: `从${v}发货` }) },
  { label: /free shipping over/, numeric: true, say: (v) => ({ en: `shipping is free over ${v} yuan`, zh: `满${v}元包邮` }) },
  {
    label: /shipping fee|postage fee/,
    numeric: true,
    say: (v) => ({ en: `otherwise postage is ${v} yuan`, zh: `不满则运费${v}元` }),
  },
  {
    label: /pay within.*minutes/,
    numeric: true,
    say: (v) => ({ en: `please pay within ${v} minutes`, zh: `请在${v}分钟内付款` }),
  },
  {
    label: /promotion|discount|offer/,
    say: (v) =>
      /^none|没有/.test(String(v))
        ? { en: "there is no promotion today", zh: "今天没有优惠活动" }
        : { en: `today's offer: ${v}`, zh: `今天的优惠：${v}` },
  },
  { label: /gift rule/, say: (v) => ({ en: `${v}`, zh: `${v}` }) },
  {
    label: /^gift/,
    say: (v) =>
      /^none|没有/.test(String(v))
        ? { en: "there is no gift with it", zh: "这款没有赠品" }
        : { en: `it comes with ${v}`, zh: `赠送${v}` },
  },
  { label: /order status/, say: (v) => ({ en: `your order is ${v}`, zh: `您的订单${v}` }) },
  { label: /expected/, say: (v) => ({ en: `it is expected on ${v}`, zh: `预计${v}送达` }) },
  { label: /order steps|^steps/, say: (v) => ({ en: `${v}`, zh: `${v}` }) },
  { label: /payment methods/, say: (v) => ({ en: `you can pay by ${v}`, zh: `支持${v}` }) },
  { label: /order number/, say: (v) => ({ en: `this is order ${v}`, zh: `订单${v}` }) },
];

/** A field as a clause, without a full stop. */
export function verbalise(fact: Fact, language: Language): string {
  if (fact.entry && fact.entry.values.length > 1) {
    const [name, ...values] = fact.entry.values;
    return language === "en" ? `${name}: ${values.join(", for ")}` : `${name}：${values.join("，")}`;
  }
  const numeric = typeof fact.value === "number";
  const wording = WORDINGS.find((one) => one.label.test(fact.label) && (!one.numeric || numeric));
  if (wording) return wording.say(fact.value)[language];
  if (language === "zh") return `${fact.value}`;
  const value = String(fact.value);
  return value.split(" ").length > 5 ? value : `${fact.label} ${value}`;
}

/** Joins clauses to one sentence. */
export function sentence(clauses: readonly string[], language: Language): string {
  const text = clauses.join(language === "en" ? ", " : "，");
  const end = language === "en" ? "." : "。";
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?。！？]$/.test(begun) ? begun : begun + end;
}
