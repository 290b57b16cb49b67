import { useLingui } from "@lingui/react/macro";
import { MembershipFilters } from "../../app/membership/MembershipFilters.tsx";
import { Select } from "../../ui/Select.tsx";
import { FilterRow } from "../../ui/table/FilterRow.tsx";
import { useDueChoices } from "../../app/due/DueStatus.tsx";
import { useChangeFilters } from "../../app/urlTable.ts";
import { useSourceNames } from "./coursePeopleTable.tsx";
import type { PeopleSearch } from "./peopleSearch.ts";

/** Filters the people of a course by status, due date, reason, group and branch, kept in the address. */
export function PeopleFilters({ status, due, source, group, branch }: PeopleSearch) {
  const { t } = useLingui();
  const change = useChangeFilters<PeopleSearch>();
  const sources = useSourceNames();
  const dueChoices = useDueChoices();

  return (
    <FilterRow>
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
        label={t`Due date`}
        value={due ?? ""}
        onChange={({ target }) => change({ due: target.value || undefined })}
        options={dueChoices}
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
      <MembershipFilters group={group} branch={branch} onChange={change} />
    </FilterRow>
  );
}
