/** Two matters that a viewer asks of at once, and the order in which the tools for them are to be called. */
export const IN_ORDER: { category: string; instruction: string; tables: string[]; comments: string[] }[] = [
  {
    category: "stock-before-price",
    instruction: "Check the stock of a product before you look up its price.",
    tables: ["stock", "price"],
    comments: [
      "how much is {p}, and how many are left?",
      "price of {p} please, and is it in stock?",
      "what does {p} cost and can I still get it?",
    ],
  },
  {
    category: "promotion-before-price",
    instruction: "Look up the promotions of a product before its price.",
    tables: ["promotions", "price"],
    comments: [
      "what does {p} cost, and is there a discount?",
      "price of {p}, any coupon?",
      "how much is {p} and is there an offer on it?",
    ],
  },
  {
    category: "delivery-before-stock",
    instruction: "Look up the delivery terms of a product before its stock.",
    tables: ["shipping", "stock"],
    comments: [
      "is {p} in stock, and how long does delivery take?",
      "any left of {p}, and when would it ship?",
      "do you still have {p} and how fast is the delivery?",
    ],
  },
  {
    category: "returns-before-price",
    instruction: "Look up the return policy of a product before its price.",
    tables: ["returns", "price"],
    comments: [
      "how much is {p}, and can I return it?",
      "price and return policy of {p}?",
      "what does {p} cost, and what if I want to send it back?",
    ],
  },
];

/** Constraints on the words of a reply; a judge says whether they were kept. */
export const STYLE: string[] = [
  "End the reply with a question to the viewer.",
  "Address the viewer by name at the start of the reply.",
  "Use at most twenty-five words.",
  "Do not use an exclamation mark.",
  "Name the product in full before anything else.",
  "Thank the viewer in the last sentence.",
];
