import { describe, expect, it } from "vitest";
import { decodeText, guessFormat } from "./decode-text";

const utf8 = (text: string) => new TextEncoder().encode(text);

describe("the bytes of a case file", () => {
  it.each([
    ["UTF-8", utf8("问题,answer\né")],
    ["UTF-8", new Uint8Array([0xef, 0xbb, 0xbf, ...utf8("问题,answer\né")])],
    ["UTF-16", new Uint8Array([0xff, 0xfe, ...new Uint8Array(Buffer.from("问题,answer\né", "utf16le"))])],
  ])("are read as %s without the mark", (encoding, bytes) => {
    expect(decodeText(bytes)).toEqual({ text: "问题,answer\né", encoding, damaged: 0 });
  });

  it("are read as GB18030 where they are no UTF-8", () => {
    const bytes = new Uint8Array([0xce, 0xca, 0xcc, 0xe2, 0x2c, 0xb4, 0xf0, 0xb0, 0xb8]);
    expect(decodeText(bytes)).toEqual({ text: "问题,答案", encoding: "GB18030", damaged: 0 });
  });

  it("stay UTF-8 with one damaged character among many that are well", () => {
    const { encoding, damaged, text } = decodeText(new Uint8Array([...utf8("问题答案价格多少"), 0xff]));
    expect([encoding, damaged, text.startsWith("问题答案")]).toEqual(["UTF-8", 1, true]);
  });
});

describe("the format of a case file", () => {
  it.each([
    ["a.csv", "id,question", "csv"],
    ["a.txt", "问题\t答案", "csv"],
    ["a.jsonl", '{"id":"x","category":"c","input":"hi","checks":[]}', "jsonl"],
    ["a.jsonl", '{"shared":{}}\n{"messages":1}', "jsonl"],
    ["a.jsonl", '{"id":"x","messages":[{"role":"user"}]}', "chat"],
    ["a.json", '[\n  {\n "messages": []', "chat"],
    ["a.jsonl", '{"id":"x","reply":"Hi","accuracy":1}', "labels"],
    ["a.jsonl", `{"shared":{"t":["${"x".repeat(30_000)}"]}}\n{"id":"x","reply":"Hi","accuracy":null}`, "labels"],
    ["a.csv", "comment,reply,accuracy", "labels"],
    ["a.jsonl", '{"key": 1, "prompt": "Hi", "instruction_id_list": ["punctuation:no_comma"], "kwargs": [{}]}', "ifeval"],
    ["a.jsonl", '{"request":{"messages":[]},"response":"x"}', "chat"],
  ])("%s beginning %.60s is %s", (name, text, format) => {
    expect(guessFormat(name, text)).toBe(format);
  });
});
