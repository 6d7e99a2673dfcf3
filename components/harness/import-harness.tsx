"use client";
import { Button, Modal, Select, Textarea, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { projectHref } from "@/components/shell/sections";
import { FolderPicker } from "@/components/ui/folder-picker";
import { Icon } from "@/components/ui/icon";
import { useAction } from "@/components/ui/use-action";
import { queries } from "@/lib/client/queries";
import { type PickedBundle, readBundle } from "./bundle-files";
import { PickedBundleSummary } from "./picked-bundle-summary";

const ROOT = "none";

/** A button and its dialog: a folder of this computer becomes a version. */
export function ImportHarness({ project, label = "Import a folder" }: { project: string; label?: string }) {
  const router = useRouter();
  const [opened, setOpened] = useState(false);
  const [bundle, setBundle] = useState<PickedBundle | null>(null);
  const [name, setName] = useState("");
  const [message, setMessage] = useState("");
  const [parent, setParent] = useState(ROOT);
  const versions = useQuery({ ...queries.versions.list.queryOptions({ input: { project } }), enabled: opened });
  const check = useMutation(queries.versions.check.mutationOptions());
  const save = useAction({
    mutation: queries.versions.import.mutationOptions(),
    done: ({ created, version }) =>
      created
        ? `Imported as ${version.hash.slice(0, 8)}`
        : `These files are version ${version.hash.slice(0, 8)}, which is already here`,
    invalidate: [queries.versions.key(), queries.projects.key()],
    onDone: ({ version }) => {
      setOpened(false);
      router.push(projectHref(project, `/harness/${version.hash.slice(0, 12)}`));
    },
  });
  const pick = async (files: File[]) => {
    const picked = await readBundle(files);
    setBundle(picked);
    setName((current) => current || picked.folder);
    check.mutate({ files: picked.files });
  };
  const count = Object.keys(bundle?.files ?? {}).length;
  return (
    <>
      <Button leftSection={<Icon name="upload" />} variant="default" onClick={() => setOpened(true)}>
        {label}
      </Button>
      <Modal opened={opened} onClose={() => setOpened(false)} title="Import a harness folder">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (!bundle) return;
            save.mutate({
              project,
              files: bundle.files,
              message: message.trim(),
              ...(name.trim() ? { name: name.trim() } : {}),
              ...(parent === ROOT ? {} : { parent }),
            });
          }}
        >
          <FolderPicker label="Folder with harness.yaml" onPick={pick} />
          {bundle && (
            <PickedBundleSummary bundle={bundle} diagnostics={check.data?.diagnostics ?? null} checking={check.isPending} />
          )}
          <TextInput label="Name" mt="sm" value={name} maxLength={100} onChange={(event) => setName(event.currentTarget.value)} />
          <Textarea
            label="Message"
            description="What is in it, for those who read the history."
            mt="sm"
            autosize
            minRows={2}
            value={message}
            maxLength={2_000}
            onChange={(event) => setMessage(event.currentTarget.value)}
          />
          <Select
            label="Follows on"
            description="The version this folder was made from, if it was."
            mt="sm"
            value={parent}
            allowDeselect={false}
            onChange={(value) => setParent(value ?? ROOT)}
            data={[
              { value: ROOT, label: "No version: a new line of its own" },
              ...(versions.data ?? []).map((version) => ({
                value: version.hash,
                label: `${version.name} · ${version.hash.slice(0, 8)}`,
              })),
            ]}
          />
          <Button type="submit" mt="md" loading={save.isPending} disabled={count === 0}>
            {count === 0 ? "Import" : `Import ${count} files`}
          </Button>
        </form>
      </Modal>
    </>
  );
}
