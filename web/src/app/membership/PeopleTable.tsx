import { useLingui } from "@lingui/react/macro";
import type { Column } from "../../ui/table/tableQuery.ts";
import { type Members, MemberTable } from "./MemberTable.tsx";

type Person = { id: number; name: string; email: string };

type Props<Row extends Person> = Omit<Members<Row>, "find"> & {
  find: (search: string) => Promise<Person[]>;
  /** A column besides name and email. */
  more?: Column<Row>;
};

/** Lists the users of a group or branch. */
export function PeopleTable<Row extends Person>({ more, find, ...members }: Props<Row>) {
  const { t } = useLingui();
  return (
    <MemberTable
      {...members}
      find={async (search) => (await find(search)).map(({ id, name, email }) => ({ id, label: name, note: email }))}
      getName={(person) => person.name}
      columns={[
        { key: "name", header: t`Name`, sortable: true, cell: (person) => person.name },
        { key: "email", header: t`Email`, sortable: true, cell: (person) => person.email },
        ...(more ? [more] : []),
      ]}
      texts={{
        search: t`Search users`,
        openPicker: t`+ Add Users`,
        picker: t`Add Users`,
        failure: t`The users could not be loaded.`,
      }}
    />
  );
}
