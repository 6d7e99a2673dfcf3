"use client";
import { Button, Group, Modal, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorState } from "@/components/ui/error-state";
import { ReturnFocus } from "@/components/ui/return-focus";
import { toSlug } from "@/components/ui/slug";
import { useAction } from "@/components/ui/use-action";
import { queries } from "@/lib/client/queries";
import type { Endpoint } from "@/lib/contracts/endpoint";
import { type EndpointFields, emptyFields, fieldsOf, parseFields } from "./endpoint-form";
import classes from "./settings.module.css";
import { TestSteps } from "./test-steps";

interface EndpointDialogProps {
  /** Null for a new one. */
  endpoint: Endpoint | null;
  taken: readonly string[];
  onClose: () => void;
}

export function EndpointDialog({ endpoint, taken, onClose }: EndpointDialogProps) {
  const [fields, setFields] = useState<EndpointFields>(endpoint ? fieldsOf(endpoint) : emptyFields);
  const [shown, setShown] = useState(false);
  const { input, problems } = parseFields(fields);
  const clash = endpoint === null && taken.includes(toSlug(fields.name)) ? "There is an endpoint of this name" : undefined;
  const save = useAction({
    mutation: queries.endpoints.save.mutationOptions(),
    done: (saved) => `${saved.name} is saved`,
    invalidate: [queries.endpoints.key()],
    onDone: onClose,
  });
  const test = useMutation(queries.endpoints.test.mutationOptions());
  const field = (name: keyof EndpointFields) => ({
    value: fields[name],
    error: shown ? (problems[name] ?? (name === "name" ? clash : undefined)) : undefined,
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setFields((current) => ({ ...current, [name]: value }));
    },
  });
  const runTest = () => {
    setShown(true);
    if (!input) return;
    const { id: _, name: __, ...connection } = input;
    test.mutate({ ...connection, embedded: false });
  };
  return (
    <Modal opened onClose={onClose} title={endpoint ? `Change ${endpoint.name}` : "Add an endpoint"}>
      <ReturnFocus />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setShown(true);
          if (input && !clash) save.mutate(input);
        }}
      >
        <TextInput label="Name" required data-autofocus maxLength={100} {...field("name")} />
        <TextInput
          label="Base URL"
          description="Of the chat completions API, with /v1 where the server has it."
          placeholder="http://127.0.0.1:8000/v1"
          mt="sm"
          required
          {...field("baseUrl")}
        />
        <Group grow mt="sm" align="flex-start">
          <TextInput label="Model" description="As the server calls it." required {...field("model")} />
          <TextInput label="Checkpoint" description="The weights behind it, as you call them." {...field("checkpoint")} />
        </Group>
        <TextInput
          label="Environment variable of the key"
          description="Its name only. The studio reads the key from its environment and never stores it. Empty where no key is needed."
          placeholder="OPENAI_API_KEY"
          mt="sm"
          {...field("keyVariable")}
        />
        <Group grow mt="sm" align="flex-start">
          <TextInput
            label="Price of prompt tokens"
            description="US dollars a million."
            inputMode="decimal"
            {...field("promptPrice")}
          />
          <TextInput
            label="Price of completion tokens"
            description="US dollars a million."
            inputMode="decimal"
            {...field("completionPrice")}
          />
        </Group>
        <Group grow mt="sm" align="flex-start">
          <TextInput
            label="Cases at once, at most"
            description="Over all runs. Empty for no limit."
            inputMode="numeric"
            {...field("maxConcurrency")}
          />
          <TextInput
            label="Calls a minute, at most"
            description="Over all runs and judges. Empty for no limit."
            inputMode="numeric"
            {...field("callsPerMinute")}
          />
        </Group>
        {test.data && <TestSteps test={test.data} />}
        {test.isError && (
          <div className={classes.steps}>
            <ErrorState error={test.error} />
          </div>
        )}
        <Group mt="md" gap="xs">
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
          <Button variant="default" onClick={runTest} loading={test.isPending}>
            Test it
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
