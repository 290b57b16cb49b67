import { Trash2 } from "lucide-react";
import { Button } from "../ui/Button.tsx";
import { Tag } from "../ui/Tag.tsx";
import { DataTable } from "../ui/table/DataTable.tsx";
import { useLocalPage, useTableQuery, type Column } from "../ui/table/tableQuery.ts";

type Person = { id: number; name: string; email: string; role: string; courses: number };

const names = [
  "Amara Whitfield",
  "Louis Mbeki",
  "Inés Bernard",
  "Noah Raman",
  "Chloé MacLeod",
  "Mateo Dubois",
  "Priya Fournier",
];
const people: Person[] = Array.from({ length: 64 }, (_, id) => ({
  id,
  name: names[id % names.length] ?? "",
  email: `person.${id}@northgate-trust.org`,
  role: id % 3 ? "Learner" : "Manager",
  courses: (id * 7) % 13,
}));

const columns: Column<Person>[] = [
  { key: "name", header: "Name", cell: (person) => person.name, sortable: true },
  { key: "email", header: "Email", cell: (person) => person.email },
  {
    key: "role",
    header: "Role",
    cell: (person) => <Tag tone={person.role === "Manager" ? "accent" : "neutral"}>{person.role}</Tag>,
  },
  { key: "courses", header: "Courses", cell: (person) => person.courses, align: "right", sortable: true },
];

const local = {
  text: (person: Person) => `${person.name} ${person.email}`,
  value: (person: Person, key: string) => (key === "courses" ? person.courses : person.name),
};

export function DemoTable({ label, state }: { label: string; state: "full" | "loading" }) {
  const [query, setQuery] = useTableQuery();
  const page = useLocalPage(state === "full" ? people : undefined, query, local);
  return (
    <DataTable
      label={label}
      columns={columns}
      {...page}
      rowKey={(person) => person.id}
      query={query}
      onQueryChange={setQuery}
      searchLabel="Search users"
      onExport={() => {}}
      onRowClick={() => {}}
      empty={{ title: "No Users Found", text: "Try adjusting your search or add a new user." }}
      actions={(person) => (
        <>
          <Button kind="ghost" size="small" aria-label={`View ${person.name}`}>
            View
          </Button>
          <Button kind="ghost" size="small" aria-label={`Delete ${person.name}`}>
            <Trash2 size={15} aria-hidden />
          </Button>
        </>
      )}
    />
  );
}
