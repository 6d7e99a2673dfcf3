import { expect, test } from "vitest";
import { spokenPieces } from "./spoken-pieces";

test.each([
  [["Hello there. ", "How can I help?"]],
  [["现价¥99.50。", "今天下单再减10元！", "要不要看看3号链接？"]],
  [["亲，原价129.9元，到手价99.5元。", "库存只剩1,200.0件哦…", "快来！"]],
  [["It costs ¥99.50. ", "Yes."]],
  [["It costs 9.5"]],
  [["版本2.0.1好用.", "推荐A款。"]],
  [["Bring it by 9 p.m. today, e.g. in the U.S. shop. ", "Bye."]],
  [["See https://shop.example/a.html?id=3.5&b=1 for more. ", "Thanks!"]],
  [["他说：“现在下单。”", "好的！！", "“3.5折吗？” ", "是的。"]],
  [["９９．５０元。", "比例1…2，"]],
  [["Wait... ", "what?! ", "Really?"]],
  [["..."]],
  [["没有句号的回复"]],
  [[]],
])("speaks %j", (pieces) => {
  expect(spokenPieces(pieces.join(""))).toEqual(pieces);
});
