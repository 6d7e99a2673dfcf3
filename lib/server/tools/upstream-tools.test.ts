import { expect, it } from "vitest";
import { toolSchemaHash } from "@/lib/harness/tool-schema-hash";
import { withoutSecrets } from "./secrets";
import { upstreamTools } from "./upstream-tools";

it("shows the definition of a tool without the key of its server, and hashes it as it came", () => {
  const env = { SHOP_KEY: "correct-horse-battery" };
  const service = {
    id: "shop",
    name: "Shop",
    kind: "mcp-http" as const,
    url: "https://shop.example/",
    keyVariable: "SHOP_KEY",
    keyHeader: "authorization",
    allowPrivate: false,
  };
  const upstream = {
    name: "price",
    description: `Call me with ${env.SHOP_KEY}.`,
    inputSchema: { type: "object", properties: { key: { default: env.SHOP_KEY } } },
  };
  const found = upstreamTools([upstream], (value) => withoutSecrets(value, service, env)).get("price");
  expect(found?.schemaHash).toBe(toolSchemaHash(upstream));
  expect(found?.tool).toMatchObject({ name: "price", description: "Call me with •••." });
  expect(JSON.stringify(found)).not.toContain("horse");
});
