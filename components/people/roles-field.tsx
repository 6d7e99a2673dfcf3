"use client";
import { Button, Group, NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { queries } from "@/lib/client/queries";
import { type Membership, Role } from "@/lib/contracts/access";

/** Roles by project, each project once. */
export function RolesField({ value, onChange }: { value: Membership[]; onChange: (next: Membership[]) => void }) {
  const projects = useQuery(queries.projects.list.queryOptions()).data ?? [];
  const places = [{ value: "*", label: "every project" }, ...projects.map(({ id, name }) => ({ value: id, label: name }))];
  for (const { project } of value)
    if (!places.some((one) => one.value === project)) places.push({ value: project, label: project });
  const free = places.find((place) => !value.some((one) => one.project === place.value));
  const set = (index: number, next: Membership) => onChange(value.map((one, at) => (at === index ? next : one)));
  return (
    <fieldset style={{ border: 0, padding: 0, marginTop: 12 }}>
      <legend>Roles</legend>
      {value.map((one, index) => (
        <Group key={one.project} gap="xs" mt={6} wrap="nowrap">
          <NativeSelect
            aria-label={`Role ${index + 1}`}
            data={[...Role.options]}
            value={one.role}
            onChange={(event) => set(index, { ...one, role: Role.parse(event.currentTarget.value) })}
          />
          <span>of</span>
          <NativeSelect
            aria-label={`Project ${index + 1}`}
            data={places.filter((place) => place.value === one.project || !value.some((other) => other.project === place.value))}
            value={one.project}
            onChange={(event) => set(index, { ...one, project: event.currentTarget.value })}
          />
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => onChange(value.filter((other) => other.project !== one.project))}
          >
            Remove
          </Button>
        </Group>
      ))}
      {free && (
        <Button
          mt="xs"
          size="compact-sm"
          variant="default"
          onClick={() => onChange([...value, { project: free.value, role: "viewer" }])}
        >
          Add a role
        </Button>
      )}
    </fieldset>
  );
}
