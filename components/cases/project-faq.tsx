"use client";
import { Button, Modal, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { EmptyState } from "@/components/ui/empty-state";
import { plural } from "@/components/ui/format";
import { Hash } from "@/components/ui/hash";
import { Section } from "@/components/ui/page-header";
import { QueryState } from "@/components/ui/query-state";
import { ReturnFocus } from "@/components/ui/return-focus";
import { useAction } from "@/components/ui/use-action";
import { parseFaq } from "@/lib/client/parse-faq";
import { queries } from "@/lib/client/queries";
import type { FaqEntry } from "@/lib/contracts/serving";
import classes from "./cases.module.css";
import { LineProblems } from "./line-problems";

const SHOWN = 5;

const asText = (entries: readonly FaqEntry[]) =>
  entries.map(({ question, answer }) => `Q: ${question}\nA: ${answer}`).join("\n\n");

function FaqDialog({ project, entries, onClose }: { project: string; entries: readonly FaqEntry[]; onClose: () => void }) {
  const [text, setText] = useState(() => asText(entries));
  const parsed = parseFaq(text);
  const save = useAction({
    mutation: queries.projects.saveFaq.mutationOptions(),
    done: (faq) => `${plural(faq.entries.length, "entry", "entries")} saved`,
    invalidate: [queries.projects.key()],
    onDone: onClose,
  });
  return (
    <Modal opened onClose={onClose} title="FAQ of the project" size="xl">
      <ReturnFocus />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate({ project, entries: parsed.entries });
        }}
      >
        <Textarea
          label="Questions and answers"
          description="Lines that begin with Q: and A:, or JSON with question and answer. Runs keep the FAQ they were started with."
          data-autofocus
          autosize
          minRows={10}
          maxRows={22}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <LineProblems problems={parsed.problems} />
        <Button type="submit" mt="md" loading={save.isPending} disabled={parsed.problems.length > 0}>
          {parsed.entries.length === 0 ? "Save without entries" : `Save ${plural(parsed.entries.length, "entry", "entries")}`}
        </Button>
      </form>
    </Modal>
  );
}

/** The FAQ that the `faq_search` tool reads in every case and request of the project. */
export function ProjectFaq({ project }: { project: string }) {
  const query = useQuery(queries.projects.faq.queryOptions({ input: { project } }));
  const [open, setOpen] = useState(false);
  return (
    <Section
      title="FAQ"
      aside={
        <Button size="xs" variant="default" disabled={!query.data} onClick={() => setOpen(true)}>
          Edit the FAQ
        </Button>
      }
    >
      <QueryState query={query} what={{ name: "FAQ", id: project }} back={{ label: "To the cases", href: `/p/${project}/cases` }}>
        {({ entries, hash }) =>
          entries.length === 0 ? (
            <EmptyState title="No FAQ yet">
              A harness with the built-in tool faq_search looks answers up here, beside the FAQ that a request brings. BM25 over
              words and Chinese character pairs ranks them.
            </EmptyState>
          ) : (
            <>
              <p className={classes.faint}>
                {plural(entries.length, "entry", "entries")}, {hash ? <Hash value={hash} /> : null}. The tool faq_search ranks
                them by BM25.
              </p>
              <dl className={classes.faq}>
                {entries.slice(0, SHOWN).map(({ question, answer }, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two entries may be equal, and the list is replaced as a whole
                  <div key={index}>
                    <dt>{question}</dt>
                    <dd>{answer}</dd>
                  </div>
                ))}
              </dl>
              {entries.length > SHOWN ? <p className={classes.faint}>and {entries.length - SHOWN} more</p> : null}
            </>
          )
        }
      </QueryState>
      {open && query.data ? <FaqDialog project={project} entries={query.data.entries} onClose={() => setOpen(false)} /> : null}
    </Section>
  );
}
