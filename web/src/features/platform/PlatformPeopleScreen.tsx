import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { execute } from "../../app/graphql.ts";
import { BackLink } from "../../ui/BackLink.tsx";
import { Button } from "../../ui/Button.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { DeletePartDialog, type Doomed } from "./DeletePartDialog.tsx";
import { PartTable } from "./PartTable.tsx";
import { PlatformPeople } from "./people.documents.ts";
import { formatLongDate } from "../../ui/format.ts";

/** Renders `/admin/people`: the operators, and how to end their access. */
export function PlatformPeopleScreen() {
  const { t } = useLingui();
  const [doomed, setDoomed] = useState<Doomed | null>(null);
  const formatName = (person: { first_name: string; last_name: string }) => `${person.first_name} ${person.last_name}`;
  return (
    <>
      <BackLink to="/admin/instances">{t`Back to instances`}</BackLink>
      <PageHeader title={t`Super admins`} />
      <p className="mb-5 max-w-[70ch] text-muted">
        {t`They may sign in at every instance. Give a user the role Super Admin on their form to add them.`}
      </p>
      <PartTable
        label={t`Super admins`}
        queryKey={["platformPeople"]}
        fetchPage={async ({ search, limit, offset }) =>
          (await execute(PlatformPeople, { search, limit, offset })).platformPeoplePage
        }
        columns={[
          { key: "name", header: t`Name`, cell: (person) => formatName(person) },
          { key: "email", header: t`Email`, cell: (person) => person.email },
          { key: "created", header: t`Created At`, cell: (person) => formatLongDate(person.created_at) },
        ]}
        actions={(person) =>
          person.is_self ? null : (
            <Button
              kind="ghost"
              size="small"
              aria-label={t`End the access of ${formatName(person)}`}
              onClick={() => setDoomed({ type: "operator", id: person.id, name: formatName(person) })}
            >
              {t`End Access`}
            </Button>
          )
        }
        searchLabel={t`Search users`}
        empty={t`No users found.`}
        error={t`The users could not be loaded.`}
        export={{ kind: "super-admins" }}
      />
      <DeletePartDialog doomed={doomed} onClose={() => setDoomed(null)} />
    </>
  );
}
