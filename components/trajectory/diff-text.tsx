import { useMemo } from "react";
import classes from "./trajectory.module.css";
import { type TextPiece, wordDifference } from "./word-difference";

function Piece({ piece }: { piece: TextPiece }) {
  if (piece.kind === "added") return <ins className={classes.added}>{piece.text}</ins>;
  if (piece.kind === "removed") return <del className={classes.removed}>{piece.text}</del>;
  return <>{piece.text}</>;
}

interface DiffTextProps {
  base: string;
  head: string;
  /** One side alone, with what the other lacks marked; left out, both in one text. */
  side?: "base" | "head";
}

/** A text with the words marked that differ from another: taken away struck through, added underlined. */
export function DiffText({ base, head, side }: DiffTextProps) {
  const pieces = useMemo(() => wordDifference(base, head), [base, head]);
  const hidden = side === "base" ? "added" : side === "head" ? "removed" : null;
  return pieces
    .filter((piece) => piece.kind !== hidden)
    .map((piece, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of two texts never change
      <Piece key={index} piece={piece} />
    ));
}
