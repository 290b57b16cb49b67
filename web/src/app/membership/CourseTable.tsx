import { useLingui } from "@lingui/react/macro";
import type { Column } from "../../ui/table/tableQuery.ts";
import { type Members, MemberTable } from "./MemberTable.tsx";

type Course = { id: number; title: string };

type Props<Row extends Course> = Omit<Members<Row>, "find"> & {
  find: (search: string) => Promise<Course[]>;
  /** Columns besides the title. */
  more?: Column<Row>[];
};

/** Lists the courses of a group or branch. */
export function CourseTable<Row extends Course>({ find, more = [], ...members }: Props<Row>) {
  const { t } = useLingui();
  return (
    <MemberTable
      {...members}
      find={async (search) => (await find(search)).map(({ id, title }) => ({ id, label: title }))}
      getName={(course) => course.title}
      columns={[{ key: "title", header: t`Course Title`, sortable: true, cell: (course) => course.title }, ...more]}
      texts={{
        search: t`Search courses`,
        openPicker: t`+ Add Courses`,
        picker: t`Add Courses`,
        failure: t`The courses could not be loaded.`,
      }}
    />
  );
}
