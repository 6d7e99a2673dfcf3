import { describe, expect, it } from "vitest";
import { emptyService, parseServiceFields, serviceFields } from "./tool-service-form";

const child = {
  ...emptyService,
  kind: "mcp-stdio" as const,
  name: "Shop tools",
  command: "node",
  args: "server.js\n--name\nmy shop\n",
};

describe("the tool service form", () => {
  it("takes one argument a line, with its spaces, and an id from the name", () =>
    expect(parseServiceFields({ ...child, environment: "LANG, TZ" }).input).toEqual({
      id: "shop-tools",
      name: "Shop tools",
      kind: "mcp-stdio",
      keyVariable: "",
      command: "node",
      args: ["server.js", "--name", "my shop"],
      environment: ["LANG", "TZ"],
    }));

  it("leaves out what the kind has not", () => {
    const { input } = parseServiceFields({ ...child, kind: "http", url: " https://shop.example/api " });
    expect(input).toMatchObject({ kind: "http", url: "https://shop.example/api", allowPrivate: false });
    expect(input).not.toHaveProperty("command");
  });

  it("says what is wrong at its field, and asks for nothing that the kind has not", () => {
    expect(parseServiceFields({ ...emptyService, name: "A", keyVariable: "two words" }).problems).toEqual({
      url: "must be an address such as https://shop.example/api",
      keyVariable: expect.any(String),
    });
    expect(Object.keys(parseServiceFields({ ...child, command: "", environment: "a-b" }).problems).sort()).toEqual([
      "command",
      "environment",
    ]);
    expect(Object.keys(parseServiceFields(emptyService).problems).sort()).toEqual(["name", "url"]);
  });

  it("shows a stored service as it was typed", () => {
    const { input } = parseServiceFields(child);
    if (!input) throw new Error("no input");
    expect(parseServiceFields(serviceFields({ ...input, createdAt: "" })).input).toEqual(input);
  });
});
