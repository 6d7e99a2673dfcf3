/**
 * Writes labels/dev.jsonl and labels/held-out.jsonl: replies of graded quality with synthetic labels, after appendix D of the
 * TaoLive report. The same catalogue gives the same files byte for byte: `npx tsx examples/live-room/labels/generate.ts`.
 */
import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { Judged } from "../../../lib/contracts/case";
import { makeRooms, readCatalogue, toCase } from "../generate";
import type { Catalogue, Language } from "../scenarios/catalogue";
import { createDraw, type Draw } from "../scenarios/draw";
import { makeOrders, sharedTables } from "../scenarios/tables";
import { type LabelledReply, type LabelStage, WAYS } from "./ways";

type Size = "dev" | "heldOut";

/** Who gave the labels: nobody did, they follow from how each reply was made. */
const ANNOTATOR = "generator";

function makeLabels(draw: Draw, catalogue: Catalogue, size: Size, taken: Set<string>): string {
  const orders = makeOrders(draw);
  const tables = sharedTables(catalogue, orders);
  const prefix = size === "dev" ? "label-dev" : "label-held-out";
  const rooms = makeRooms(draw, catalogue, prefix, size === "dev" ? 24 : 16);
  const lookUp: LabelStage["lookUp"] = (topic, { linkId }) => {
    const entry = tables[topic.table]?.find(({ match }) => match.link_id === linkId);
    return {
      tool: topic.tool,
      arguments: { link_id: linkId },
      result: entry?.result ?? null,
    } satisfies Judged["toolCalls"][number];
  };
  const lines = WAYS.flatMap(({ way, ...counts }) =>
    Array.from({ length: counts[size] }, (_, index) => {
      const language: Language = index % 8 === 3 ? "zh" : "en";
      for (let attempt = 0; attempt < 5_000; attempt += 1) {
        const room = draw.pick(rooms);
        const stage = { draw, language, catalogue, room, orders, lookUp };
        const made = way(stage);
        const key = made?.comments.join("\n").toLowerCase();
        if (!made || key === undefined || taken.has(key)) continue;
        taken.add(key);
        return { made, room, language };
      }
      throw new Error("no further new comment; write more phrases");
    }),
  );
  const records = draw.shuffle(lines).map(({ made, room, language }, index) => {
    const { comments, current, category } = made;
    const scene = { comments, checks: [], ...(current && { current }) };
    const id = `${prefix}-${String(index + 1).padStart(3, "0")}`;
    const { input, context, group } = toCase(draw, scene, room, catalogue, language, { id, category });
    return JSON.stringify(record(made, { id, comments: input.comments, context, group, language }));
  });
  return `${[JSON.stringify({ shared: tables }), ...records].join("\n")}\n`;
}

const record = ({ category, reply, toolCalls, accuracy, effectiveness }: LabelledReply, situation: object) => ({
  ...situation,
  category,
  reply,
  toolCalls,
  accuracy,
  effectiveness,
  annotator: ANNOTATOR,
});

/** The two labels files as text. */
export function generateLabels(catalogue: Catalogue): { dev: string; heldOut: string } {
  const draw = createDraw(20_261_201);
  const taken = new Set<string>();
  return {
    dev: makeLabels(draw, catalogue, "dev", taken),
    heldOut: makeLabels(draw, catalogue, "heldOut", taken),
  };
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { dev, heldOut } = generateLabels(readCatalogue());
  writeFileSync(new URL("dev.jsonl", import.meta.url), dev);
  writeFileSync(new URL("held-out.jsonl", import.meta.url), heldOut);
}
