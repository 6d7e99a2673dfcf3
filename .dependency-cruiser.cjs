/** The house has one direction; see "Architecture" in README.md. */
const only = (name, from, allowed, comment) => ({
  name,
  severity: "error",
  comment,
  from: { path: from, pathNot: "\\.test\\.tsx?$" },
  to: { pathNot: [from, ...allowed], path: "^(lib|db|app|components|node_modules)/" },
});

const contracts = "^lib/contracts/";
const harness = "^lib/harness/";
const stats = "^lib/stats/";
const kernel = "^lib/kernel/";
const models = "^lib/models/";
const datasets = "^lib/datasets/";
const simulation = "^lib/simulation/";
const evaluation = "^lib/evaluation/";
const evolution = "^lib/evolution/";
const release = "^lib/release/";
const npm = (...names) => names.map((name) => `^node_modules/${name}(/|$)`);

module.exports = {
  forbidden: [
    { name: "no-circular", severity: "error", from: {}, to: { circular: true } },
    { name: "no-unresolvable", severity: "error", from: {}, to: { couldNotResolve: true } },
    only(
      "contracts-stand-alone",
      contracts,
      npm("zod", "@orpc/contract"),
      "Contracts import zod and the contract library alone.",
    ),
    only(
      "harness-is-pure",
      harness,
      [contracts, ...npm("zod", "yaml", "diff", "liquidjs", "gpt-tokenizer", "@noble/hashes", "acorn")],
      "Bundles are pure data.",
    ),
    only("stats-is-pure", stats, [contracts, ...npm("simple-statistics", "@stdlib")], "Numbers in, numbers out."),
    only(
      "kernel-is-pure",
      kernel,
      [contracts, harness, ...npm("zod", "liquidjs", "ajv")],
      "Model, tools, sandbox, clock and seed are arguments.",
    ),
    only(
      "models-know-the-wire",
      models,
      [contracts, harness, kernel, ...npm("zod", "openai", "undici")],
      "Chat models behind one interface.",
    ),
    only(
      "datasets-know-cases",
      datasets,
      [contracts, harness, ...npm("zod", "@noble/hashes", "papaparse", "@types/papaparse")],
      "Cases: import, export, hashes.",
    ),
    only(
      "simulation-is-a-wire-peer",
      simulation,
      [contracts, harness, ...npm("zod")],
      "The embedded policy reads only what it is sent.",
    ),
    only(
      "evaluation-direction",
      evaluation,
      [contracts, harness, stats, kernel, models, datasets, ...npm("zod", "fasttext.wasm.js")],
      "Evaluation is domain.",
    ),
    only(
      "evolution-direction",
      evolution,
      [contracts, harness, stats, kernel, models, datasets, evaluation, ...npm("zod", "diff")],
      "Evolution is domain.",
    ),
    only(
      "release-direction",
      release,
      [contracts, harness, stats, kernel, models, datasets, evaluation, ...npm("zod")],
      "Release is domain.",
    ),
    {
      name: "pure-rooms-use-no-node",
      severity: "error",
      comment: "Pure rooms run anywhere.",
      from: { path: [contracts, harness, stats, kernel, simulation, datasets], pathNot: "\\.test\\.tsx?$" },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "db-behind-the-server",
      severity: "error",
      comment: "db is reached from lib/server alone.",
      from: { pathNot: ["^db/", "^lib/server/", "\\.test\\.tsx?$", "^drizzle\\.config\\.ts$"] },
      to: { path: "^db/" },
    },
    {
      name: "analyst-reads-dev-alone",
      severity: "error",
      comment:
        "What feeds an analyst takes cases, results and trajectories from db/analyst-reader.ts, which answers for dev sets alone.",
      from: {
        path: "^lib/server/(analysts|analyst-model|diagnosis/[^/]+|use-cases/(diagnose|entries|proposals|clusters|draft-check))\\.ts$",
      },
      to: {
        path: "^(db/(result|dataset|served|schema|client)(-repository)?|lib/server/(run-view|use-cases/(runs|datasets|respond|replay)))\\.ts$",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "domain-below-the-server",
      severity: "error",
      from: {
        path: "^(lib/(contracts|harness|stats|kernel|models|datasets|simulation|evaluation|evolution|release)|db)/",
        pathNot: "\\.test\\.tsx?$",
      },
      to: { path: "^(lib/(server|client|cli|testing)|app|components)/" },
    },
    {
      name: "browser-never-reaches-the-server",
      severity: "error",
      comment: "Pages' parts speak to the server through the contract, even through others.",
      from: { path: "^(components|lib/client)/", pathNot: "\\.test\\.tsx?$" },
      to: { path: "^(db|lib/server)/|node_modules/better-sqlite3/", reachable: true },
    },
    {
      name: "components-use-contracts-and-client",
      severity: "error",
      from: { path: "^(components|lib/client)/", pathNot: "\\.test\\.tsx?$" },
      to: { path: "^(app|lib/(harness|kernel|models|datasets|simulation|evaluation|evolution|release|cli|testing))/" },
    },
    {
      name: "testing-only-in-tests",
      severity: "error",
      from: { pathNot: ["^lib/testing/", "\\.test\\.tsx?$", "^bench/", "^e2e/", "config"] },
      to: { path: "^lib/testing/" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    exclude: { path: "(^|/)(\\.next|data|examples)/" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "require", "node", "default", "types"] },
  },
};
