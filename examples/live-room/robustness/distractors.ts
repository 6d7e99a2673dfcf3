import type { DistractorTool } from "../../../lib/contracts/case";
import type { Draw } from "../scenarios/draw";

/** A tool near in name and matter to one of the harness's own that does not hold the answer. */
interface Distractor {
  name: string;
  description: string;
  result: (draw: Draw) => Record<string, string | number>;
}

const DISTRACTORS: Record<string, Distractor[]> = {
  price: [
    {
      name: "get_price_history",
      description: "Price of a link in earlier sessions, in yuan. Not what it costs now.",
      result: (draw) => ({ session: "last month", price: 11 + draw.below(500) }),
    },
    {
      name: "get_supplier_price",
      description: "What the shop pays its supplier for a link, in yuan.",
      result: (draw) => ({ supplier_price: 5 + draw.below(200) }),
    },
  ],
  stock: [
    {
      name: "get_warehouse_stock",
      description: "Stock of a link in the return warehouse; these items are not for sale.",
      result: (draw) => ({ returned_items: 2 + draw.below(40) }),
    },
    {
      name: "get_stock_forecast",
      description: "Forecast of the stock of a link for the coming week.",
      result: (draw) => ({ forecast: 1_000 + draw.below(900) }),
    },
  ],
  promotions: [
    {
      name: "get_past_promotions",
      description: "Promotions and coupons of a link that have ended.",
      result: (draw) => ({ ended: `${10 + draw.below(40)} yuan off, until last week` }),
    },
    {
      name: "get_competitor_promotions",
      description: "Discounts that other shops run on products like a link.",
      result: (draw) => ({ elsewhere: `${5 + draw.below(30)} % off` }),
    },
  ],
  shipping: [
    {
      name: "get_courier_contract",
      description: "Terms of delivery between the shop and its couriers.",
      result: (draw) => ({ contract_days: 12 + draw.below(20) }),
    },
    {
      name: "get_inbound_shipping",
      description: "When the next delivery of a link reaches the warehouse.",
      result: (draw) => ({ arrives_in_days: 14 + draw.below(30) }),
    },
  ],
  returns: [
    {
      name: "get_return_statistics",
      description: "How many of a link were returned, and why.",
      result: (draw) => ({ returned_per_thousand: 1 + draw.below(60) }),
    },
    {
      name: "get_supplier_returns",
      description: "Terms on which the shop returns a link to its supplier.",
      result: (draw) => ({ days: 61 + draw.below(30) }),
    },
  ],
};

const inputSchema = {
  type: "object",
  properties: { link_id: { type: "integer", minimum: 1, description: "Number of the product link in the live room." } },
  required: ["link_id"],
  additionalProperties: false,
};

/** Three distractors: both that are near to the table asked for, and one that is near to another. */
export function drawDistractors(draw: Draw, table: string): DistractorTool[] {
  const others = Object.keys(DISTRACTORS).filter((name) => name !== table);
  const far = draw.pick(DISTRACTORS[draw.pick(others)] ?? []);
  return draw.shuffle([...(DISTRACTORS[table] ?? []), far]).map(({ name, description, result }) => ({
    name,
    description,
    inputSchema,
    returns: [{ match: {}, result: result(draw) }],
  }));
}
