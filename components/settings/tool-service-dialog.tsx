"use client";
import { Button, Checkbox, Group, Modal, SegmentedControl, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { ReturnFocus } from "@/components/ui/return-focus";
import { toSlug } from "@/components/ui/slug";
import { useAction } from "@/components/ui/use-action";
import { queries } from "@/lib/client/queries";
import type { ToolService } from "@/lib/contracts/tool-service";
import { emptyService, parseServiceFields, serviceFields, type ToolServiceFields } from "./tool-service-form";

interface ToolServiceDialogProps {
  /** Null for a new one. */
  service: ToolService | null;
  taken: readonly string[];
  onClose: () => void;
  /** Called with the id of what was saved. */
  onSaved: (service: ToolService) => void;
}

const kinds = [
  { value: "mcp-http", label: "MCP, by address" },
  { value: "mcp-stdio", label: "MCP, by command" },
  { value: "http", label: "HTTP API" },
] as const;

type TextField = Exclude<keyof ToolServiceFields, "kind" | "allowPrivate">;

export function ToolServiceDialog({ service, taken, onClose, onSaved }: ToolServiceDialogProps) {
  const [fields, setFields] = useState<ToolServiceFields>(service ? serviceFields(service) : emptyService);
  const [shown, setShown] = useState(false);
  const { input, problems } = parseServiceFields(fields);
  const clash = service === null && taken.includes(toSlug(fields.name)) ? "There is a service of this name" : undefined;
  const save = useAction({
    mutation: queries.toolServices.save.mutationOptions(),
    done: (saved) => `${saved.name} is saved`,
    invalidate: [queries.audit.key(), queries.toolServices.key()],
    onDone: onSaved,
  });
  const change = (part: Partial<ToolServiceFields>) => setFields((current) => ({ ...current, ...part }));
  const field = (name: TextField) => ({
    value: fields[name],
    error: shown ? (problems[name] ?? (name === "name" ? clash : undefined)) : undefined,
    onChange: (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value }),
  });
  const remote = fields.kind !== "mcp-stdio";
  return (
    <Modal opened onClose={onClose} title={service ? `Change ${service.name}` : "Add a tool service"}>
      <ReturnFocus />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setShown(true);
          if (input && !clash) save.mutate(input);
        }}
      >
        <SegmentedControl
          aria-label="Kind"
          fullWidth
          value={fields.kind}
          data={[...kinds]}
          onChange={(value) => change({ kind: kinds.find((kind) => kind.value === value)?.value ?? fields.kind })}
        />
        <TextInput label="Name" mt="sm" required data-autofocus maxLength={100} {...field("name")} />
        {remote ? (
          <>
            <TextInput
              label="Address"
              description={
                fields.kind === "http"
                  ? "Tools may call what lies under it, and nothing else."
                  : "Of the server's streamable HTTP endpoint."
              }
              placeholder={fields.kind === "http" ? "https://shop.example/api" : "https://shop.example/mcp"}
              mt="sm"
              required
              {...field("url")}
            />
            <Checkbox
              label="May be at a private address"
              description="This machine or your own network. Leave it off for a service on the internet."
              mt="sm"
              checked={fields.allowPrivate}
              onChange={(event) => change({ allowPrivate: event.currentTarget.checked })}
            />
          </>
        ) : (
          <>
            <TextInput
              label="Command"
              description="A program of the studio's machine. It is started without a shell."
              placeholder="npx"
              mt="sm"
              required
              {...field("command")}
            />
            <Textarea label="Arguments" description="One a line." autosize minRows={2} maxRows={8} mt="sm" {...field("args")} />
            <TextInput
              label="Environment variables to pass on"
              description="Their names. PATH and HOME are always passed on, and nothing else is."
              mt="sm"
              {...field("environment")}
            />
          </>
        )}
        <Group grow mt="sm" align="flex-start">
          <TextInput
            label="Environment variable of the key"
            description="Its name only; the key is never stored. Empty where no key is needed."
            placeholder="SHOP_API_KEY"
            {...field("keyVariable")}
          />
          {remote && (
            <TextInput label="Header of the key" description="authorization sends it as Bearer." {...field("keyHeader")} />
          )}
        </Group>
        <Group mt="md" gap="xs">
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
