"use client";
import { Button, Group, Modal, NumberInput, Select, TextInput } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { channelChoices } from "@/components/releases/channel-words";
import { projectHref } from "@/components/shell/sections";
import { ReturnFocus } from "@/components/ui/return-focus";
import { useAction } from "@/components/ui/use-action";
import { queries } from "@/lib/client/queries";
import { ReleaseChannel } from "@/lib/contracts/release-gate";
import classes from "./traffic.module.css";

export function StartExperiment({ project, onClose }: { project: string; onClose: () => void }) {
  const router = useRouter();
  const [name, setName] = useState("");
  const [control, setControl] = useState<ReleaseChannel>("production");
  const [treatment, setTreatment] = useState<ReleaseChannel>("canary");
  const [percent, setPercent] = useState<number | string>(10);
  const [planned, setPlanned] = useState<number | string>("");
  const [salt, setSalt] = useState("");
  const start = useAction({
    mutation: queries.traffic.start.mutationOptions(),
    done: (experiment) => `${experiment.name} runs`,
    invalidate: [queries.traffic.key()],
    onDone: (experiment) => router.push(projectHref(project, `/releases/traffic/${experiment.id}`)),
    quiet: () => true,
  });
  const share = typeof percent === "number" ? percent / 100 : null;
  const same = control === treatment;
  const short = salt.trim() !== "" && salt.trim().length < 8;
  const complete = name.trim() !== "" && share !== null && !same && !short;
  return (
    <Modal opened onClose={onClose} title="Start an experiment">
      <ReturnFocus />
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!complete) return;
          start.mutate({
            project,
            name: name.trim(),
            control,
            treatment,
            treatmentShare: share,
            plannedUsers: typeof planned === "number" ? planned : null,
            ...(salt.trim() !== "" && { salt: salt.trim() }),
          });
        }}
      >
        <TextInput
          label="Name"
          required
          data-autofocus
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Group grow align="flex-start">
          <Select
            label="Control gets"
            data={channelChoices}
            allowDeselect={false}
            value={control}
            onChange={(value) => setControl(ReleaseChannel.parse(value))}
          />
          <Select
            label="Treatment gets"
            data={channelChoices}
            allowDeselect={false}
            value={treatment}
            error={same ? "The arms need a channel each" : undefined}
            onChange={(value) => setTreatment(ReleaseChannel.parse(value))}
          />
        </Group>
        <Group grow align="flex-start">
          <NumberInput
            label="Users in the treatment, %"
            description="Of all users; the others are control."
            required
            min={0.1}
            max={99.9}
            decimalScale={2}
            value={percent}
            onChange={setPercent}
          />
          <NumberInput
            label="Planned users"
            description="Below it results are preliminary. Empty for no plan."
            min={1}
            allowDecimal={false}
            value={planned}
            onChange={setPlanned}
          />
        </Group>
        <TextInput
          label="Salt"
          description="Empty for a new division of the users. The salt and shares of an earlier experiment give each user the arm they had."
          maxLength={100}
          error={short ? "At least 8 characters" : undefined}
          value={salt}
          onChange={(event) => setSalt(event.currentTarget.value)}
        />
        {start.error && (
          <p role="alert" className={classes.warn}>
            {start.error.message}
          </p>
        )}
        <Group gap="xs">
          <Button type="submit" loading={start.isPending} disabled={!complete}>
            Start
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
