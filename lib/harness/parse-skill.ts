import { type Diagnostic, type Skill, SkillKind } from "@/lib/contracts/harness";
import { Slug } from "@/lib/contracts/ids";
import { diagnostic, type Place } from "./diagnose";
import { splitFrontMatter } from "./front-matter";
import { parseYaml } from "./yaml-source";

const MAX_DESCRIPTION = 1_024;
const MAX_BODY_LINES = 500;

/** A SKILL.md with the places its later checks point at. */
export interface ParsedSkill {
  skill: Skill | null;
  namePlace: Place;
  toolsPlace: Place;
  diagnostics: Diagnostic[];
}

/** Reads a SKILL.md (Agent Skills format). A Skill with a broken header or name is left out of the harness. */
export function parseSkill(path: string, text: string): ParsedSkill {
  const { header, headerLine, body, bodyLine, unclosed } = splitFrontMatter(text);
  const start: Place = { line: 1, column: 1 };
  const failed = (diagnostics: Diagnostic[]): ParsedSkill => ({ skill: null, namePlace: start, toolsPlace: start, diagnostics });
  if (header === null) {
    return failed([diagnostic(path, "error", "skill-header-missing", "begin with a YAML header between two --- lines")]);
  }
  const source = parseYaml(path, header, headerLine);
  if (source.diagnostics.length > 0) return failed(source.diagnostics);
  if (unclosed) return failed([diagnostic(path, "error", "skill-header-unclosed", "the YAML header has no closing --- line")]);
  const fields = source.value;
  if (typeof fields !== "object" || fields === null || Array.isArray(fields)) {
    return failed([
      diagnostic(path, "error", "skill-header-invalid", "the header must be a mapping of fields", { line: 2, column: 1 }),
    ]);
  }

  const values = new Map<string, unknown>(Object.entries(fields));
  const diagnostics: Diagnostic[] = [];
  const namePlace = source.placeOf(["name"]);
  const toolsPlace = source.placeOf(["allowed-tools"]);
  const report = (severity: Diagnostic["severity"], code: string, message: string, place: Place) =>
    diagnostics.push(diagnostic(path, severity, code, message, place));

  const name = values.get("name");
  const folder = path.split("/")[1] ?? "";
  if (typeof name !== "string" || name === "") {
    report("error", "skill-name-missing", "the header has no name", namePlace);
  } else {
    const slug = Slug.safeParse(name);
    if (!slug.success)
      report("error", "skill-name-invalid", `name: ${slug.error.issues[0]?.message ?? "is not valid"}`, namePlace);
    if (name !== folder) report("error", "skill-name-folder", `the name "${name}" must equal the folder "${folder}"`, namePlace);
  }

  const description = values.get("description");
  const descriptionPlace = source.placeOf(["description"]);
  if (typeof description !== "string" || description.trim() === "") {
    report("error", "skill-description-missing", "the header has no description", descriptionPlace);
  } else if (description.length > MAX_DESCRIPTION) {
    const message = `the description has ${description.length} characters; at most ${MAX_DESCRIPTION} are allowed`;
    report("error", "skill-description-long", message, descriptionPlace);
  }

  const metadata = values.get("metadata");
  const declaredKind: unknown =
    typeof metadata === "object" && metadata !== null && "kind" in metadata ? metadata.kind : undefined;
  const kind = SkillKind.safeParse(declaredKind ?? "reply");
  if (!kind.success) {
    report("error", "skill-kind-invalid", "metadata.kind must be reply or strategy", source.placeOf(["metadata", "kind"]));
  }

  const allowedTools = toolNames(values.get("allowed-tools"));
  if (allowedTools === null) {
    report("error", "skill-tools-invalid", "allowed-tools must be a list of tool names, or one line of them", toolsPlace);
  }

  const trimmed = body.trim();
  if (trimmed === "") report("warning", "skill-body-empty", "the Skill has no rules", { line: bodyLine, column: 1 });
  const bodyLines = body.split("\n").length;
  if (bodyLines > MAX_BODY_LINES) {
    report("warning", "skill-body-long", `the body has ${bodyLines} lines; keep it under ${MAX_BODY_LINES}`, {
      line: bodyLine,
      column: 1,
    });
  }
  if (typeof name !== "string" || name === "") return { skill: null, namePlace, toolsPlace, diagnostics };
  return {
    skill: {
      path,
      name,
      description: typeof description === "string" ? description.trim() : "",
      kind: kind.success ? kind.data : "reply",
      allowedTools: allowedTools ?? [],
      body: trimmed,
      bodyLine,
    },
    namePlace,
    toolsPlace,
    diagnostics,
  };
}

function toolNames(value: unknown): string[] | null {
  if (value === undefined || value === null) return [];
  if (typeof value === "string") return value.split(/[\s,]+/).filter((name) => name !== "");
  if (Array.isArray(value) && value.every((name): name is string => typeof name === "string")) return value;
  return null;
}
