import { describe, expect, it } from "vitest";
import { harnessOf, taskOptions } from "@/lib/testing/kernel-task";
import { says, scriptedModel } from "@/lib/testing/scripted-model";
import { relatedComments } from "./related-comments";
import { runTask } from "./run-task";

const items = (...texts: string[]) => relatedComments(texts.map((text) => ({ text })));

describe("related comments", () => {
  it("become one item, in the words of the first", () => {
    expect(items("How much is link 3?", "how much is link 3", "Do you ship to Xi'an?", "HOW MUCH IS  LINK 3???")).toEqual([
      { text: "How much is link 3?", count: 3 },
      { text: "Do you ship to Xi'an?", count: 1 },
    ]);
  });
  it("in Chinese too", () =>
    expect(items("3号多少钱", "请问3号多少钱呀？", "有优惠吗")).toMatchObject([{ count: 2 }, { count: 1 }]));
  it.each([
    ["红色有货吗", "黑色有货吗"],
    ["三号链接多少钱", "五号链接多少钱"],
    ["M码有货吗", "L码有货吗"],
    ["size M in stock?", "size L in stock?"],
    ["is A cheaper than B", "is B cheaper than A"],
    ["is it waterproof", "isn't it waterproof"],
    ["hi", "hello there"],
    ["?", "!"],
  ])("%s and %s stay apart: no intent is lost", (one, other) => expect(items(one, other)).toHaveLength(2));
  it("are never those about different numbers", () =>
    expect(items("How much is link 3?", "How much is link 5?")).toHaveLength(2));
  it("are none among different questions", () => expect(items("is it red", "what size is it", "?", "?")).toHaveLength(3));
});

const sent = async (yaml: string) => {
  const model = scriptedModel([says("5.")]);
  const comments = ["How much is link 3?", "is it red?", "how much is link 3"].map((text) => ({ text }));
  const task = {
    input: { comments },
    context: {},
    dialogue: [{ role: "viewer" as const, content: "Hi" }],
    channel: "public" as const,
  };
  await runTask(taskOptions({ harness: harnessOf({ "harness.yaml": `name: test\n${yaml}` }), model, task }));
  return model.requests[0]?.messages.slice(1).map(({ content }) => content);
};

it("multi-comment mode puts all intents to the policy as one message", async () => {
  expect(await sent("")).toEqual(["Hi", "1. How much is link 3? (asked by 2 viewers)\n2. is it red?"]);
});

it("single-comment mode puts the last one, after those before it", async () => {
  expect(await sent("comments: single")).toEqual(["Hi", "How much is link 3?", "is it red?", "how much is link 3"]);
});
