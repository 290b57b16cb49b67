import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { ListedField } from "../../app/membership/memberChoices.ts";
import { MembershipFilters } from "../../app/membership/MembershipFilters.tsx";
import { roleLabel } from "../../app/roles.ts";
import { useChangeFilters } from "../../app/urlTable.ts";
import { Select } from "../../ui/Select.tsx";
import { FilterRow } from "../../ui/table/FilterRow.tsx";
import { EnrolmentFilter } from "./EnrolmentFilter.tsx";
import { OwnFieldFilter } from "./OwnFieldFilter.tsx";
import type { UserSearch } from "./userSearch.ts";

type Props = { search: UserSearch; fields: readonly ListedField[] };

const ROLES = ["learner", "instructor", "manager", "admin", "super_admin"];
const IDLE_DAYS = [7, 30, 90, 365];

/** Filters the users list by role, state, group, branch, last activity, overdue courses, enrolment and one of its own fields, kept in the address. */
export function UserFilters({ search, fields }: Props) {
  const { role, state, group, branch, idle, overdue, enrolment, course, field, value } = search;
  const { t } = useLingui();
  const change = useChangeFilters<UserSearch>();

  return (
    <FilterRow>
      <Select
        compact
        label={t`Role`}
        value={role ?? ""}
        onChange={({ target }) => change({ role: target.value || undefined })}
        options={[{ value: "", label: t`All roles` }, ...ROLES.map((value) => ({ value, label: roleLabel(value) }))]}
      />
      <Select
        compact
        label={t`Status`}
        value={state ?? ""}
        onChange={({ target }) => change({ state: target.value || undefined })}
        options={[
          { value: "", label: t`Every status` },
          { value: "active", label: t`Active` },
          { value: "inactive", label: t`Inactive` },
        ]}
      />
      <MembershipFilters group={group} branch={branch} onChange={change} />
      <Select
        compact
        label={t`Last active`}
        className="max-w-52"
        value={String(idle ?? "")}
        onChange={({ target }) => change({ idle: target.value ? Number(target.value) : undefined })}
        options={[
          { value: "", label: t`Active at any time` },
          ...IDLE_DAYS.map((days) => ({
            value: String(days),
            label: t`Not active for ${plural(days, { one: "# day", other: "# days" })}`,
          })),
        ]}
      />
      <Select
        compact
        label={t`Due date`}
        value={overdue ? "overdue" : ""}
        onChange={({ target }) => change({ overdue: target.value ? true : undefined })}
        options={[
          { value: "", label: t`Any due date` },
          { value: "overdue", label: t`Overdue` },
        ]}
      />
      <EnrolmentFilter enrolment={enrolment} course={course} onChange={change} />
      <OwnFieldFilter fields={fields} field={field} value={value} onChange={change} />
    </FilterRow>
  );
}
