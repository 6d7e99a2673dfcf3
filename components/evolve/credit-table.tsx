"use client";

import { Button } from "@mantine/core";
import Link from "next/link";
import { FlipCount } from "@/components/runs/case-marks";
import runs from "@/components/runs/runs.module.css";
import { formatCount } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import type { EntryCredit } from "@/lib/contracts/credit";
import { orderCredits, verdictLooks } from "./credit-words";
import own from "./regression.module.css";

interface CaseLinksProps {
  cases: readonly string[];
  /** Opens a case beside the list of its kind. */
  caseHref: (id: string) => string;
}

export function CaseLinks({ cases, caseHref }: CaseLinksProps) {
  return (
    <div className={own.caseLinks}>
      {cases.map((id) => (
        <Link key={id} href={caseHref(id)} scroll={false}>
          {id}
        </Link>
      ))}
    </div>
  );
}

function Cases({ direction, cases, caseHref }: CaseLinksProps & { direction: "fixed" | "broken" }) {
  if (cases.length === 0) return <FlipCount direction={direction} count={0} />;
  return (
    <details>
      <summary>
        <FlipCount direction={direction} count={cases.length} />
      </summary>
      <CaseLinks cases={cases} caseHref={caseHref} />
    </details>
  );
}

function VerdictCell({ verdict }: Pick<EntryCredit, "verdict">) {
  const { sign, icon, word, tone } = verdictLooks[verdict];
  return (
    <span className={runs.mark} data-tone={tone}>
      <Icon name={icon} size={12} />
      {sign} {word}
    </span>
  );
}

interface CreditTableProps {
  entries: readonly EntryCredit[];
  caseHref: (id: string) => string;
  entryHref: (entry: string) => string;
  /** Null where an entry cannot be left out, with the reason in `whyNot`. */
  onRemove: ((entry: EntryCredit) => void) | null;
  whyNot: string;
}

/** What each entry fixed and broke by being left out; those that hurt first, each with its removal. */
export function CreditTable({ entries, caseHref, entryHref, onRemove, whyNot }: CreditTableProps) {
  return (
    <div className={own.tableBox}>
      <table className={own.table} aria-label="Credit of the entries">
        <thead>
          <tr>
            <th scope="col">Entry</th>
            <th scope="col">Verdict</th>
            <th scope="col">Fixed</th>
            <th scope="col">Broken</th>
            <th scope="col" data-align="right" title="Changed cases that come out the same without it">
              Same without it
            </th>
            <th scope="col" data-align="right">
              Unscored
            </th>
            <th scope="col">
              <span className={own.how}>Note</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {orderCredits(entries).map((one) => (
            <tr key={one.entry}>
              <td>
                <Link href={entryHref(one.entry)}>{one.title}</Link>
              </td>
              <td className={own.nowrap}>
                <VerdictCell verdict={one.verdict} />
              </td>
              <td className={own.counted}>
                <Cases direction="fixed" cases={one.fixed} caseHref={caseHref} />
              </td>
              <td className={own.counted}>
                <Cases direction="broken" cases={one.broken} caseHref={caseHref} />
              </td>
              <td data-align="right">{formatCount(one.unmoved)}</td>
              <td data-align="right">{formatCount(one.unscored)}</td>
              <td>
                {one.verdict === "hurts" || one.verdict === "mixed" ? (
                  <Button
                    variant="default"
                    size="compact-sm"
                    leftSection={<Icon name="trash" size={12} />}
                    disabled={onRemove === null}
                    title={onRemove === null ? whyNot : undefined}
                    onClick={() => onRemove?.(one)}
                  >
                    Remove
                  </Button>
                ) : null}{" "}
                <span className={own.how}>{one.note}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
