import { expect, test } from "vitest";
import { entityTag, namesTag } from "./entity-tag";

test("the tag is the hash of the manifest, or the id of a release without one", () => {
  expect(entityTag({ id: "rel_1", manifestHash: "abc" })).toBe('"abc"');
  expect(entityTag({ id: "rel_1", manifestHash: null })).toBe('"rel_1"');
});

test.each([
  ['"abc"', true],
  ['W/"abc"', true],
  ['"x", "abc"', true],
  ["*", true],
  ["abc", false],
  ['"ab"', false],
  ["", false],
  [undefined, false],
])("If-None-Match: %s", (header, named) => expect(namesTag(header, '"abc"')).toBe(named));
