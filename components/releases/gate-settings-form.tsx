"use client";
import { Button, NumberInput, Select, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { JudgeSelect } from "@/components/judges/judge-select";
import { useMay } from "@/components/people/use-may";
import { conflictOf } from "@/components/ui/describe-error";
import { Icon } from "@/components/ui/icon";
import { RelativeTime } from "@/components/ui/relative-time";
import { useAction } from "@/components/ui/use-action";
import { queries } from "@/lib/client/queries";
import { GateMetric } from "@/lib/contracts/gates";
import type { GateSettingsVersion } from "@/lib/contracts/release-gate";
import { fieldsOf, type GateFields, numberFields, parseFields, settingsChanges } from "./gate-fields";
import classes from "./gate-settings.module.css";
import { gateWords } from "./gate-words";
import { RequiredGates } from "./required-gates";

const metricWords: Record<GateMetric, string> = { accuracy: "Accuracy", effectiveness: "Effectiveness", avg: "AVG" };

interface GateSettingsFormProps {
  project: string;
  newest: GateSettingsVersion;
}

/** The thresholds as they are; saving makes a new version of them. */
export function GateSettingsForm({ project, newest }: GateSettingsFormProps) {
  const [fields, setFields] = useState<GateFields>(() => fieldsOf(newest.settings));
  const [reason, setReason] = useState("");
  const datasets = useQuery(queries.datasets.list.queryOptions({ input: { project } }));
  const save = useAction({
    mutation: queries.gates.saveSettings.mutationOptions(),
    done: ({ version }) => `Version ${version} of the thresholds is set`,
    invalidate: [queries.gates.key()],
    quiet: (error) => conflictOf(error) !== null,
  });
  const { settings, problems } = parseFields(fields);
  const changes = settings ? settingsChanges(newest.settings, settings) : [];
  const conflict = conflictOf(save.error);
  const change = (next: Partial<GateFields>) => setFields((before) => ({ ...before, ...next }));
  const numbers = (part: keyof typeof numberFields) =>
    numberFields[part].map(({ path, label, unit, ...further }) => (
      <NumberInput
        key={path}
        label={`${label}, ${unit}`}
        description={"help" in further ? further.help : undefined}
        inputWrapperOrder={["label", "input", "description", "error"]}
        hideControls
        value={fields.numbers[path] ?? ""}
        error={problems[path]}
        onChange={(value) => setFields((before) => ({ ...before, numbers: { ...before.numbers, [path]: value } }))}
      />
    ));
  const sets = (wanted: (kind: string) => boolean) =>
    (datasets.data ?? [])
      .filter((each) => wanted(each.kind))
      .map((each) => ({
        value: each.id,
        label: `${each.name} · ${each.cases} cases · ${each.role}${each.synthetic ? " · synthetic" : ""}`,
      }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!settings || changes.length === 0 || reason.trim() === "" || conflict) return;
    save.mutate({ project, settings, reason: reason.trim(), expectedVersion: newest.version });
  };
  const { why } = useMay("admin", project);
  const lacks =
    why ??
    (Object.keys(problems).length > 0
      ? "Something above is not sound."
      : changes.length === 0
        ? "Nothing is changed."
        : reason.trim() === ""
          ? "Say why."
          : null);
  return (
    <form className={classes.settings} onSubmit={submit} noValidate>
      <p className={classes.small}>
        Version {newest.version}
        {newest.version === 0 ? (
          ", the defaults"
        ) : (
          <>
            , set by {newest.actor} <RelativeTime at={newest.createdAt} />
          </>
        )}
        .
      </p>
      <fieldset className={classes.part}>
        <legend>Which gates a channel demands</legend>
        <RequiredGates fields={fields} onChange={change} />
      </fieldset>
      <fieldset className={classes.part}>
        <legend>{gateWords.latency.label}</legend>
        <p className={classes.asks}>{gateWords.latency.asks}</p>
        <div className={classes.fields}>{numbers("latency")}</div>
      </fieldset>
      <fieldset className={classes.part}>
        <legend>{gateWords.regression.label}</legend>
        <p className={classes.asks}>{gateWords.regression.asks}</p>
        <div className={classes.fields}>
          <Select
            label="Evaluation set"
            description={fields.regressionDataset === null ? "Without one the gate fails." : undefined}
            inputWrapperOrder={["label", "input", "description", "error"]}
            clearable
            placeholder="None"
            data={sets((kind) => kind !== "instruction-following" && kind !== "judge-labels")}
            value={fields.regressionDataset}
            onChange={(value) => change({ regressionDataset: value })}
          />
          <JudgeSelect project={project} value={fields.judge} onChange={(judge) => change({ judge })} />
          <Select
            label="Score that must not fall"
            allowDeselect={false}
            data={GateMetric.options.map((value) => ({ value, label: metricWords[value] }))}
            value={fields.metric}
            onChange={(value) => change({ metric: GateMetric.parse(value) })}
          />
          {numbers("regression")}
        </div>
      </fieldset>
      <fieldset className={classes.part}>
        <legend>{gateWords.capability.label}</legend>
        <p className={classes.asks}>{gateWords.capability.asks}</p>
        <div className={classes.fields}>
          <Select
            label="IFEval set"
            description={fields.capabilityDataset === null ? "Without one the gate fails." : undefined}
            inputWrapperOrder={["label", "input", "description", "error"]}
            clearable
            placeholder="None"
            nothingFoundMessage="Import IFEval under Cases first"
            data={sets((kind) => kind === "instruction-following")}
            value={fields.capabilityDataset}
            onChange={(value) => change({ capabilityDataset: value })}
          />
          {numbers("capability")}
        </div>
      </fieldset>
      <fieldset className={classes.part}>
        <legend>Judges and age</legend>
        <p className={classes.asks}>
          Which results count. A judge that changed since it was measured against people cannot gate either.
        </p>
        <div className={classes.fields}>{numbers("judges")}</div>
      </fieldset>
      <fieldset className={classes.part}>
        <legend>Signing</legend>
        <p className={classes.asks}>
          An Ed25519 key of the project. The private one stays in the studio's environment and is never stored.
        </p>
        <div className={classes.pair}>
          <TextInput
            label="Environment variable of the private key"
            description="Its name only; it holds PEM. Empty: nothing is signed."
            inputWrapperOrder={["label", "input", "description", "error"]}
            placeholder="STUDIO_RELEASE_KEY"
            value={fields.keyVariable}
            error={problems["signing.keyVariable"]}
            onChange={(event) => change({ keyVariable: event.currentTarget.value })}
          />
          <Textarea
            label="Public key, PEM"
            description="What is served is verified with it."
            inputWrapperOrder={["label", "input", "description", "error"]}
            autosize
            minRows={3}
            maxRows={6}
            maxLength={2_000}
            styles={{ input: { fontFamily: "var(--mono)" } }}
            placeholder={"-----BEGIN PUBLIC KEY-----\n…\n-----END PUBLIC KEY-----"}
            value={fields.publicKey}
            error={problems["signing.publicKey"]}
            onChange={(event) => change({ publicKey: event.currentTarget.value })}
          />
        </div>
      </fieldset>
      <div className={classes.save}>
        {changes.length > 0 && (
          <ul className={classes.changes} aria-label="What is changed">
            {changes.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        )}
        <Textarea
          label="Reason"
          description="Kept with the version."
          required
          autosize
          minRows={2}
          maxRows={6}
          maxLength={2_000}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {conflict && (
          <div role="alert" className={classes.conflict}>
            <Icon name="warning" /> {conflict.by ?? "Somebody"} set other thresholds meanwhile. Yours were not set. The page shows
            theirs once they have been loaded.
          </div>
        )}
        <div className={classes.line}>
          <Button type="submit" loading={save.isPending} disabled={lacks !== null || conflict !== null}>
            Set the thresholds
          </Button>
          {changes.length > 0 && (
            <Button variant="default" onClick={() => setFields(fieldsOf(newest.settings))}>
              Undo the changes
            </Button>
          )}
          <span className={classes.faint} role="status">
            {lacks}
          </span>
        </div>
      </div>
    </form>
  );
}
