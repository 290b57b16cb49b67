import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { execute } from "../../app/graphql.ts";
import { Select } from "../../ui/Select.tsx";
import { useSourceNames } from "./coursePeopleTable.tsx";
import { PeopleFilterChoices } from "./enrolments.documents.ts";
import type { PeopleSearch } from "./peopleSearch.ts";

/** Filters the people of a course by status, reason, group and branch, kept in the address. */
export function PeopleFilters({ status, source, group, branch }: PeopleSearch) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const sources = useSourceNames();
  // Without the choices the filters offer less, but the list is shown.
  const { data } = useQuery({
    queryKey: ["peopleFilterChoices"],
    queryFn: () => execute(PeopleFilterChoices),
  });
  const listOptions = (all: string, rows: { id: number; name: string }[] = []) => [
    { value: "", label: all },
    ...rows.map(({ id, name }) => ({ value: String(id), label: name })),
  ];

  return (
    <div className="flex flex-wrap gap-2">
      <Select
        compact
        label={t`Status`}
        value={status ?? ""}
        onChange={({ target }) => change({ status: target.value || undefined })}
        options={[
          { value: "", label: t`Every status` },
          { value: "completed", label: t`Completed` },
          { value: "in_progress", label: t`In Progress` },
          { value: "not_started", label: t`Not Started` },
        ]}
      />
      <Select
        compact
        label={t`Why enrolled`}
        value={source ?? ""}
        onChange={({ target }) => change({ source: target.value || undefined })}
        options={[
          { value: "", label: t`Every reason` },
          ...Object.entries(sources).map(([value, label]) => ({ value, label })),
        ]}
      />
      {(data?.groups.length ?? 0) > 0 && (
        <Select
          compact
          label={t`Group`}
          className="max-w-44"
          value={String(group ?? "")}
          onChange={({ target }) => change({ group: target.value ? Number(target.value) : undefined })}
          options={listOptions(t`All groups`, data?.groups)}
        />
      )}
      {(data?.branches.length ?? 0) > 0 && (
        <Select
          compact
          label={t`Branch`}
          className="max-w-44"
          value={String(branch ?? "")}
          onChange={({ target }) => change({ branch: target.value ? Number(target.value) : undefined })}
          options={listOptions(t`All branches`, data?.branches)}
        />
      )}
    </div>
  );

  function change(part: { [key in keyof PeopleSearch]: PeopleSearch[key] | undefined }) {
    void navigate({
      to: ".",
      search: (old: Record<string, unknown>) => ({ ...old, ...part, page: undefined }),
      resetScroll: false,
    });
  }
}
