export interface Bilingual {
  en: string;
  zh: string;
}
/** A text with the fragments by which a listener recognises it. */
export interface Stated extends Bilingual {
  tokens: string[];
}
export interface Product {
  linkId: number;
  title: Bilingual;
  short: Bilingual;
  price: number;
  listPrice: number;
  stock: number;
  attributes: Record<string, Stated>;
  faq: { question: Bilingual; answer: Bilingual };
  promotion: Stated | null;
  gift: Stated | null;
  shipping: { dispatchHours: number; from: Bilingual; deliveryDays: string };
  afterSales: { returnDays: number; postagePaidBy: string; warrantyMonths: number };
}
export interface Shop {
  name: Bilingual;
  currency: string;
  freeShippingOver: number;
  shippingFee: number;
  remoteRegions: Bilingual;
  abroad: Bilingual;
  refundDays: number;
  returnCondition: Bilingual;
  afterSalesHours: Bilingual;
  payment: { methods: Bilingual; instalments: Bilingual; steps: Bilingual; payWithinMinutes: number; invoice: Bilingual };
  membership: { joining: Bilingual; tiers: { tier: Bilingual; benefit: Bilingual; condition: Bilingual }[]; points: Bilingual };
  giftRule: Bilingual;
}
export interface Catalogue {
  shop: Shop;
  products: Product[];
}
export type Language = "en" | "zh";

export const POSTAGE: Record<string, Bilingual> = {
  buyer: { en: "the buyer pays return postage unless the item is faulty", zh: "退货运费由买家承担，质量问题除外" },
  shop: { en: "the shop pays return postage", zh: "退货运费由店铺承担" },
};
