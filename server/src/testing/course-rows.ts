import { sql } from "kysely";
import sharp from "sharp";
import type { TestServer } from "./server.ts";

/** The tables that authors of a course write. */
export const AUTHORED = [
  "courses",
  "course_categories",
  "course_prerequisites",
  "course_resources",
  "units",
  "questions",
];

export interface Column {
  table: string;
  name: string;
  type: string;
  /** The default as an expression of SQL. */
  initial?: string | null;
}
export type Row = Record<string, unknown>;
/** All rows of a course by table. */
export type Snapshot = Record<string, Row[]>;

/** Creates an image, a small one unless its size is given. */
export const createPicture = ({ width = 40, height = 30, background = "#357" } = {}) =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();

/** Gives a test access to the rows of courses in an instance, whatever columns they have. */
export function openRows(server: TestServer, domain: string) {
  const inside = <T>(work: Parameters<typeof server.inside<T>>[1]) => server.inside(domain, work);

  return {
    /** Reads the columns of the authored tables from the catalogue of the database, without keys. */
    async listColumns(): Promise<Column[]> {
      const { rows } = await inside((db) =>
        sql<Column>`
          SELECT table_name AS table, column_name AS name, data_type AS type, column_default AS initial
          FROM information_schema.columns
          WHERE table_name = ANY (${AUTHORED}) AND column_name NOT IN ('instance_id', 'id', 'course_id')
          ORDER BY table_name, ordinal_position`.execute(db),
      );
      return rows;
    },

    /** Lists the tables that refer to courses, units or questions. */
    async listReferringTables(): Promise<string[]> {
      const { rows } = await inside((db) =>
        sql<{ name: string }>`
          SELECT DISTINCT conrelid::regclass::text AS name FROM pg_constraint
          WHERE contype = 'f' AND confrelid = ANY (ARRAY['courses', 'units', 'questions']::regclass[])
            AND conparentid = 0`.execute(db),
      );
      return rows.map(({ name }) => name);
    },

    /** Inserts a row and returns its id. */
    insert: (table: string, row: Row): Promise<number> =>
      inside(async (db, instance_id) => {
        const values = { instance_id, ...row };
        const { rows } = await sql<{ id: number }>`
          INSERT INTO ${sql.table(table)} (${sql.join(Object.keys(values).map((name) => sql.ref(name)))})
          VALUES (${sql.join(Object.values(values))}) RETURNING *`.execute(db);
        return rows[0]!.id;
      }),

    /** Writes one value of a row. */
    async write({ table, name, type }: Column, id: number, value: unknown): Promise<void> {
      const given = type === "jsonb" ? sql`${JSON.stringify(value)}::jsonb` : sql`${value}`;
      await inside((db, instance) =>
        sql`UPDATE ${sql.table(table)} SET ${sql.ref(name)} = ${given}
          WHERE instance_id = ${instance} AND id = ${id}`.execute(db),
      );
    },

    /** Returns the id of any branch. */
    findBranch: (): Promise<number> =>
      inside(async (db, instance) => {
        const rows = db.selectFrom("branches").where("instance_id", "=", instance).select("id");
        return (await rows.executeTakeFirstOrThrow()).id;
      }),

    /** Returns the ids of two users. */
    listUserIds: (): Promise<number[]> =>
      inside(async (db, instance) => {
        const rows = await db.selectFrom("users").where("instance_id", "=", instance).select("id").limit(2).execute();
        return rows.map(({ id }) => id);
      }),

    /** Returns the id of the package that a file contains. */
    findPackage: (file_key: string): Promise<number> =>
      inside(async (db, instance) => {
        const rows = db
          .selectFrom("scorm_packages")
          .where("instance_id", "=", instance)
          .where("file_key", "=", file_key);
        return (await rows.select("id").executeTakeFirstOrThrow()).id;
      }),

    /** Reads all rows of a course. Files and packages are replaced by names, units of questions by their order. */
    readSnapshot: (id: number): Promise<Snapshot> =>
      inside(async (db, instance) => {
        const { rows: files } = await sql<{ key: string; name: string; package: number | null }>`
          SELECT f.key, f.name, p.id AS package FROM files f
          LEFT JOIN scorm_packages p ON p.instance_id = f.instance_id AND p.file_key = f.key
          WHERE f.instance_id = ${instance}`.execute(db);
        const snapshot: Snapshot = {};
        for (const table of AUTHORED) {
          const { rows } = await sql<{ row: string; unit_order: number | null }>`
            SELECT to_jsonb(t)::text AS row, ${table === "questions" ? sql`u.unit_order` : sql`NULL`} AS unit_order
            FROM ${sql.table(table)} t
            ${table === "questions" ? sql`JOIN units u ON u.instance_id = t.instance_id AND u.id = t.unit_id` : sql``}
            WHERE t.instance_id = ${instance} AND ${sql.ref(COURSE_KEYS[table] ?? "t.course_id")} = ${id}
            ORDER BY ${ORDERS[table] ?? sql`1`}`.execute(db);
          snapshot[table] = rows.map(({ row, unit_order }) => {
            const text = files.reduce((values, { key, name }) => values.replaceAll(key, `<${name}>`), row);
            const values = JSON.parse(text) as Row;
            const found = files.find((file) => file.package !== null && file.package === values["scorm_id"]);
            return {
              ...values,
              ...(found && { scorm_id: `<${found.name}>` }),
              ...(unit_order !== null && { unit_id: `unit ${unit_order}` }),
            };
          });
        }
        return snapshot;
      }),
  };
}

const COURSE_KEYS: Record<string, string> = { courses: "t.id", questions: "u.course_id" };
const ORDERS: Record<string, ReturnType<typeof sql>> = {
  course_categories: sql`t.position`,
  course_resources: sql`t.position`,
  units: sql`t.unit_order`,
  questions: sql`u.unit_order, t.position`,
};
