import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Select } from "../../ui/Select.tsx";
import { memberChoicesQuery } from "./memberChoices.ts";

/** A group and a branch that limit a list of people. */
export type MembershipSearch = { group?: number | undefined; branch?: number | undefined };

type Props = MembershipSearch & { onChange: (part: MembershipSearch) => void };

/** Renders selects that limit a list of people to a group and a branch; nothing for a kind that does not exist. */
export function MembershipFilters({ group, branch, onChange }: Props) {
  const { t } = useLingui();
  // Without the choices the filters offer less, but the list is shown.
  const { data } = useQuery(memberChoicesQuery);
  const listOptions = (all: string, rows: { id: number; name: string }[] = []) => [
    { value: "", label: all },
    ...rows.map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  const read = (value: string) => (value ? Number(value) : undefined);

  return (
    <>
      {(data?.groups.length ?? 0) > 0 && (
        <Select
          compact
          label={t`Group`}
          className="max-w-44"
          value={String(group ?? "")}
          onChange={({ target }) => onChange({ group: read(target.value) })}
          options={listOptions(t`All groups`, data?.groups)}
        />
      )}
      {(data?.branches.length ?? 0) > 0 && (
        <Select
          compact
          label={t`Branch`}
          className="max-w-44"
          value={String(branch ?? "")}
          onChange={({ target }) => onChange({ branch: read(target.value) })}
          options={listOptions(t`All branches`, data?.branches)}
        />
      )}
    </>
  );
}
