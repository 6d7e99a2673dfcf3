/** Style of the report: light and dark by the reader's system; the file loads nothing. */
export const REPORT_STYLE = `
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 16%, transparent); --faint: color-mix(in srgb, currentColor 65%, transparent); --note: color-mix(in srgb, currentColor 6%, transparent); }
* { box-sizing: border-box; }
body { font: 15px/1.5 system-ui, "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; background: Canvas; color: CanvasText; }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
p { margin: .4rem 0; } .faint { color: var(--faint); }
.notes { padding: .6rem .9rem; background: var(--note); border-left: 3px solid currentColor; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; vertical-align: top; padding: .25rem .75rem .25rem 0; border-bottom: 1px solid var(--line); font-weight: 400; overflow-wrap: anywhere; }
thead th { color: var(--faint); font-size: .85rem; } .number { text-align: right; white-space: nowrap; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .2rem 1rem; margin: 0; } dt { color: var(--faint); } dd { margin: 0; overflow-wrap: anywhere; }
details { border-bottom: 1px solid var(--line); padding: .3rem 0; } summary { cursor: pointer; overflow-wrap: anywhere; }
details dl { margin: .5rem 0 .75rem 1rem; } .text { white-space: pre-wrap; }
.state { display: inline-block; min-width: 5.5rem; font-weight: 600; } .failed, .wrong { color: light-dark(#a4262c, #ff9a9f); } .unscored { color: light-dark(#7a5b00, #e3c26b); } .right { color: light-dark(#0b6a3a, #7fd6a4); }
@media print { body { margin: 0; } details { break-inside: avoid; } }
`;
