import type { FixtureTables } from "../../../lib/contracts/case";
import type { JsonObject } from "../../../lib/contracts/ids";
import { type Catalogue, POSTAGE, type Product } from "./catalogue";
import type { Draw } from "./draw";

export interface Order {
  number: string;
  status: string;
  statusZh: string;
  expected: string | null;
}

const named = (product: Product): JsonObject => ({
  link_id: product.linkId,
  title: product.title.en,
  title_zh: product.title.zh,
});

export function productInfo(product: Product): JsonObject {
  const attributes = Object.entries(product.attributes).flatMap(([name, value]) => [
    [name, value.en],
    [`${name}_zh`, value.zh],
  ]);
  return {
    ...named(product),
    ...Object.fromEntries(attributes),
    faq: [
      {
        question: product.faq.question.en,
        answer: product.faq.answer.en,
        question_zh: product.faq.question.zh,
        answer_zh: product.faq.answer.zh,
      },
    ],
  };
}

/** What the comparison service answers for two links, in this order. */
export function comparison(first: Product, second: Product): JsonObject {
  const side = (product: Product) => {
    const { faq: _, ...info } = productInfo(product);
    return { ...info, live_price: product.price, currency: "CNY" };
  };
  return { products: [side(first), side(second)] };
}

const STATUSES = [
  { status: "packed, waiting for the courier", statusZh: "已打包，待揽收", days: 4 },
  { status: "in transit, arrived at the Wuhan sorting centre", statusZh: "运输中，已到武汉分拨中心", days: 2 },
  { status: "out for delivery", statusZh: "派送中", days: 0 },
  { status: "signed for", statusZh: "已签收", days: null },
  { status: "paid, not yet dispatched", statusZh: "已付款，未发货", days: 5 },
];

export function makeOrders(draw: Draw): Order[] {
  return Array.from({ length: 48 }, (_, index) => {
    const state = draw.pick(STATUSES);
    return {
      number: String(620_000 + index * 137 + draw.below(100)),
      status: state.status,
      statusZh: state.statusZh,
      expected: state.days === null ? null : `2026-06-${String(3 + (index % 9) + state.days).padStart(2, "0")}`,
    };
  });
}

/** Recorded tool returns that every case of a file shares. */
export function sharedTables({ shop, products }: Catalogue, orders: Order[]): FixtureTables {
  const byLink = (result: (product: Product) => JsonObject) => [
    ...products.map((product) => ({ match: { link_id: product.linkId }, result: result(product) })),
    { match: {}, error: { type: "not-found" as const, message: "no product has this link_id" } },
  ];
  return {
    product_info: byLink(productInfo),
    price: byLink((product) => ({
      ...named(product),
      live_price: product.price,
      list_price: product.listPrice,
      currency: shop.currency,
    })),
    stock: byLink((product) => ({
      ...named(product),
      stock: product.stock,
      stock_status: product.stock === 0 ? "sold out" : product.stock < 20 ? "low stock" : "in stock",
    })),
    promotions: byLink((product) => ({
      ...named(product),
      promotion: product.promotion?.en ?? "none today",
      promotion_zh: product.promotion?.zh ?? "今天没有优惠",
      gift: product.gift?.en ?? "none",
      gift_zh: product.gift?.zh ?? "没有赠品",
      ...(product.gift ? { gift_rule: shop.giftRule.en, gift_rule_zh: shop.giftRule.zh } : {}),
    })),
    shipping: byLink((product) => ({
      ...named(product),
      dispatch_within_hours: product.shipping.dispatchHours,
      delivery_days: product.shipping.deliveryDays,
      ships_from: product.shipping.from.en,
      ships_from_zh: product.shipping.from.zh,
      free_shipping_over: shop.freeShippingOver,
      shipping_fee: shop.shippingFee,
      remote_regions: shop.remoteRegions.en,
      remote_regions_zh: shop.remoteRegions.zh,
      abroad: shop.abroad.en,
      abroad_zh: shop.abroad.zh,
    })),
    returns: byLink((product) => ({
      ...named(product),
      return_window_days: product.afterSales.returnDays,
      return_condition: shop.returnCondition.en,
      return_condition_zh: shop.returnCondition.zh,
      return_postage: POSTAGE[product.afterSales.postagePaidBy]?.en ?? "",
      return_postage_zh: POSTAGE[product.afterSales.postagePaidBy]?.zh ?? "",
      refund_within_days: shop.refundDays,
      warranty_months: product.afterSales.warrantyMonths,
      after_sales_contact: shop.afterSalesHours.en,
      after_sales_contact_zh: shop.afterSalesHours.zh,
    })),
    membership: [
      {
        match: {},
        result: {
          joining: shop.membership.joining.en,
          joining_zh: shop.membership.joining.zh,
          tiers: shop.membership.tiers.map((tier) => ({
            tier: tier.tier.en,
            tier_zh: tier.tier.zh,
            benefit: tier.benefit.en,
            benefit_zh: tier.benefit.zh,
            condition: tier.condition.en,
            condition_zh: tier.condition.zh,
          })),
          points: shop.membership.points.en,
          points_zh: shop.membership.points.zh,
        },
      },
    ],
    purchase: [
      {
        match: {},
        result: {
          order_steps: shop.payment.steps.en,
          order_steps_zh: shop.payment.steps.zh,
          payment_methods: shop.payment.methods.en,
          payment_methods_zh: shop.payment.methods.zh,
          instalments: shop.payment.instalments.en,
          instalments_zh: shop.payment.instalments.zh,
          pay_within_minutes: shop.payment.payWithinMinutes,
          invoice: shop.payment.invoice.en,
          invoice_zh: shop.payment.invoice.zh,
        },
      },
    ],
    orders: [
      ...orders.map((order) => ({
        match: { order_number: order.number },
        result: {
          order_number: order.number,
          order_status: order.status,
          order_status_zh: order.statusZh,
          ...(order.expected === null ? {} : { expected_on: order.expected }),
        },
      })),
      { match: {}, error: { type: "not-found", message: "no order has this order_number" } },
    ],
    search: [
      ...products.map((product) => ({
        match: { query: { contains: [product.short.en, product.title.en, product.short.zh, product.title.zh] } },
        result: { results: [named(product)] },
      })),
      { match: {}, result: { results: [] } },
    ],
    compare: [
      { match: {}, error: { type: "unavailable", message: "no comparison is prepared for these links; look at each product" } },
    ],
    room: [{ match: {}, result: { name: shop.name.en, room_status: "live", host: "AI avatar" } }],
  };
}
