import { decodeText, guessFormat } from "@/lib/client/decode-text";
import type { ImportFormat } from "@/lib/contracts/case-import";

/** A picked file as text. `head`: its beginning, for the preview. */
export interface ImportFile {
  name: string;
  text: string;
  head: string;
  truncated: boolean;
  encoding: string;
  damaged: number;
  /** What it looks like. */
  format: ImportFormat;
}

const HEAD = 200_000;

export async function readImportFile(file: File): Promise<ImportFile> {
  const { text, encoding, damaged } = decodeText(new Uint8Array(await file.arrayBuffer()));
  const truncated = text.length > HEAD;
  return {
    name: file.name,
    text,
    head: truncated ? text.slice(0, HEAD) : text,
    truncated,
    encoding,
    damaged,
    format: guessFormat(file.name, text),
  };
}
