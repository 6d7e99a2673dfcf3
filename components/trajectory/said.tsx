import { DiffText } from "./diff-text";

interface SaidProps {
  text: string;
  /** What the other trajectory said in its place; null or the same text marks nothing. */
  other: string | null;
  side: "base" | "head" | undefined;
}

/** What was said, with the words marked that the other trajectory did not say. */
export function Said({ text, other, side }: SaidProps) {
  if (other === null || other === text || side === undefined) return <>{text}</>;
  return side === "base" ? <DiffText base={text} head={other} side="base" /> : <DiffText base={other} head={text} side="head" />;
}
