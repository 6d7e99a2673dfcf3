import * as monaco from "monaco-editor/editor";
import { type Completion, completionsAt } from "./completions-at";
import { hoverAt } from "./hover-at";

const kinds: Readonly<Record<Completion["kind"], monaco.languages.CompletionItemKind>> = {
  field: monaco.languages.CompletionItemKind.Field,
  method: monaco.languages.CompletionItemKind.Method,
  function: monaco.languages.CompletionItemKind.Function,
  value: monaco.languages.CompletionItemKind.EnumMember,
  variable: monaco.languages.CompletionItemKind.Variable,
  snippet: monaco.languages.CompletionItemKind.Snippet,
};

let made = 0;

/** A model for a file of a bundle. Its URI ends with the path and is its own, as one file may be open in several editors. */
export function createBundleModel(text: string, language: string, path: string): monaco.editor.ITextModel {
  made += 1;
  return monaco.editor.createModel(text, language, monaco.Uri.from({ scheme: "bundle", authority: `${made}`, path: `/${path}` }));
}

/** Completion and hover for Hooks and custom modules; to be called once. */
export function registerAuthorProviders(): void {
  monaco.languages.registerCompletionItemProvider("javascript", {
    triggerCharacters: [".", '"', "'"],
    provideCompletionItems(model, position) {
      const found = completionsAt(model.getValue(), model.getOffsetAt(position), pathOf(model));
      return { suggestions: found.map((each, place) => suggestion(model, each, place)) };
    },
  });
  monaco.languages.registerHoverProvider("javascript", {
    provideHover(model, position) {
      const found = hoverAt(model.getValue(), model.getOffsetAt(position), pathOf(model));
      if (!found) return null;
      const contents = [{ value: `\`\`\`javascript\n${found.code}\n\`\`\`` }, { value: found.description }];
      return { range: rangeOf(model, found.from, found.to), contents: contents.filter(({ value }) => value !== "") };
    },
  });
}

const pathOf = (model: monaco.editor.ITextModel) => (model.uri.scheme === "bundle" ? model.uri.path.slice(1) : "");

const rangeOf = (model: monaco.editor.ITextModel, from: number, to: number) =>
  monaco.Range.fromPositions(model.getPositionAt(from), model.getPositionAt(to));

function suggestion(model: monaco.editor.ITextModel, each: Completion, place: number): monaco.languages.CompletionItem {
  return {
    label: each.label,
    kind: kinds[each.kind],
    detail: each.detail,
    documentation: each.documentation,
    insertText: each.insert,
    ...(each.kind === "snippet" ? { insertTextRules: monaco.languages.CompletionItemInsertTextRule.InsertAsSnippet } : {}),
    // Monaco sorts by name; the order given has a meaning.
    sortText: `${place}`.padStart(4, "0"),
    range: rangeOf(model, each.from, each.to),
  };
}
