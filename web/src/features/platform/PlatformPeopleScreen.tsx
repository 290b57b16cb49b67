import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { longDate } from "../../app/dates.ts";
import { execute } from "../../app/graphql.ts";
import { BackLink } from "../../ui/BackLink.tsx";
import { Button } from "../../ui/Button.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { DeletePartDialog, type Doomed } from "./DeletePartDialog.tsx";
import { PartTable } from "./PartTable.tsx";
import { PlatformPeople } from "./people.documents.ts";

/** `/admin/people`: the platform's own people, and how their access ends. */
export function PlatformPeopleScreen() {
  const { t } = useLingui();
  const [doomed, setDoomed] = useState<Doomed | null>(null);
  const nameOf = (person: { first_name: string; last_name: string }) => `${person.first_name} ${person.last_name}`;
  return (
    <>
      <BackLink to="/admin/instances">{t`Back to instances`}</BackLink>
      <PageHeader title={t`Super admins`} />
      <p className="mb-5 max-w-[70ch] text-muted">
        {t`They may sign in at every instance. Somebody becomes one by the role Super Admin on the form of a user.`}
      </p>
      <PartTable
        label={t`Super admins`}
        queryKey={["platformPeople"]}
        fetchPage={async ({ search, limit, offset }) =>
          (await execute(PlatformPeople, { search, limit, offset })).platformPeoplePage
        }
        columns={[
          { key: "name", header: t`Name`, cell: (person) => nameOf(person) },
          { key: "email", header: t`Email`, cell: (person) => person.email },
          { key: "created", header: t`Created At`, cell: (person) => longDate(person.created_at) },
        ]}
        actions={(person) =>
          person.is_self ? null : (
            <Button
              kind="ghost"
              size="small"
              aria-label={t`End the access of ${nameOf(person)}`}
              onClick={() => setDoomed({ type: "operator", id: person.id, name: nameOf(person) })}
            >
              {t`End Access`}
            </Button>
          )
        }
        searchLabel={t`Search users`}
        empty={t`No users found.`}
        error={t`The users could not be loaded.`}
        file="super-admins"
        cells={(person) => [nameOf(person), person.email, person.created_at]}
      />
      <DeletePartDialog doomed={doomed} onClose={() => setDoomed(null)} />
    </>
  );
}
