import type { Kysely } from "kysely";
import { newKey } from "../features/files/files.service.ts";
import type { TestServer } from "./server.ts";

type Row = Record<string, unknown>;

/** Stores rows of an instance as they are. */
export function openRows(server: TestServer, domain = "demo") {
  const insert = (table: string, ...rows: Row[]): Promise<{ id: number }[]> =>
    server.inside(domain, async (db, instance_id) => {
      const tables = db as unknown as Kysely<Record<string, Row>>;
      const values = rows.map((row) => ({ instance_id, ...row }));
      return (await tables.insertInto(table).values(values).returningAll().execute()) as { id: number }[];
    });
  const one = async (table: string, row: Row): Promise<number> => (await insert(table, row))[0]!.id;
  let stored = 0;
  return {
    insert,
    one,
    person: (name: string, fields: Row = {}) => {
      const [first_name, last_name] = name.split(" ");
      return one("users", { first_name, last_name, email: `${first_name}@rows.test`.toLowerCase(), ...fields });
    },
    course: (title: string, fields: Row = {}) =>
      one("courses", { title, status: "published", unit_count: 2, ...fields }),
    unit: (course_id: number, type: string, unit_order: number, fields: Row = {}) =>
      one("units", { course_id, type, unit_order, title: `${type} ${unit_order}`, ...fields }),
    question: (unit_id: number, position: number, fields: Row = {}) =>
      one("questions", { unit_id, position, type: "Multiple Choice", question: `Question ${position}`, ...fields }),
    /** Stores the answer of a person to a question as the player does. */
    answer: (at: { user_id: number; course_id: number; unit_id: number; question_id: number }, fields: Row) =>
      insert("responses", {
        ...at,
        input_type: "question",
        input_key: String(at.question_id),
        response: "{}",
        ...fields,
      }),
    /** Stores a package with one part. @returns the ids */
    package: async (kind = "scorm_1_2") => {
      const file_key = await server.inside(domain, async (db, instance_id) => {
        const key = newKey(instance_id);
        const file = { instance_id, key, name: "p.zip", type: "application/zip", size: 1, purpose: "package" };
        await db.insertInto("files").values(file).execute();
        return key;
      });
      const package_id = await one("scorm_packages", { kind, file_key, title: "Package" });
      const part = { package_id, identifier: `part-${++stored}`, position: 1 };
      return { package_id, sco_id: await one("scorm_scos", part) };
    },
    /** Changes a row. */
    change: (
      table: "users" | "courses" | "units" | "questions" | "categories" | "branches" | "groups",
      id: number,
      fields: Row,
    ) =>
      server.inside(domain, (db, instance_id) =>
        db.updateTable(table).set(fields).where("instance_id", "=", instance_id).where("id", "=", id).execute(),
      ),
    /** Removes the enrolments of the demo data, so that a test knows all that are counted. */
    clear: () =>
      server.inside(domain, (db, instance_id) =>
        db.deleteFrom("enrolments").where("instance_id", "=", instance_id).execute(),
      ),
    branch: (url: string) =>
      server.inside(domain, async (db, instance_id) => {
        const found = db.selectFrom("branches").where("instance_id", "=", instance_id).where("url", "=", url);
        return (await found.select("id").executeTakeFirstOrThrow()).id;
      }),
  };
}
