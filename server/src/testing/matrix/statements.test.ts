import { type GraphQLOutputType, getNamedType, isInterfaceType, isNonNullType, isObjectType } from "graphql";
import { expect, onTestFinished, test } from "vitest";
import { runHousekeeping } from "../../housekeeping.ts";
import { jobHandlers } from "../../jobs.ts";
import { OPERATIONS } from "../operations.ts";
import { recordStatements, tablesWithoutTenant } from "../statements.ts";
import { FIELDS, person, startMatrix } from "./matrix.ts";

const LISTED = Object.entries(OPERATIONS);

// In one order, an operation may find nothing to do, because one before it has removed what it acts on.
test.each([
  ["as listed", LISTED],
  ["backwards", LISTED.toReversed()],
  ["from the middle on", [...LISTED.slice(LISTED.length / 2), ...LISTED.slice(0, LISTED.length / 2)]],
])(
  "every statement of every operation %s, job and maintenance run names its instance",
  async (_, operations) => {
    const matrix = await startMatrix();
    onTestFinished(() => matrix.server.close());
    const clients = [await person(matrix, "super_admin", null), await person(matrix, "manager", "north")];
    matrix.server.outside.jobs.length = 0;
    const statements = await recordStatements(async () => {
      for (const client of clients)
        for (const [name, operation] of operations) {
          const { kind, field } = FIELDS[name]!;
          const list = operation.args(matrix.places.main);
          await client.query(`${kind} { called: ${name}${list && `(${list})`} ${everything(field.type, 3)} }`);
        }
      await runHousekeeping(matrix.server.platform);
      const handlers = jobHandlers(matrix.server.platform) as Record<
        string,
        (payload: unknown, job: object) => Promise<void>
      >;
      // Those that jobs have enqueued too, but not all of them: a scheduled report plans its next sending, without end.
      for (let round = 0; round < 3; round++)
        for (const { name, payload } of matrix.server.outside.jobs.splice(0))
          await handlers[name]!(payload, { id: "1", attempt: 1 }).catch(() => {});
    });
    expect(statements.size).toBeGreaterThan(200);
    const wrong = [...statements].flatMap((sql) =>
      tablesWithoutTenant(sql).map((table) => `${table}: ${sql.replace(/\s+/g, " ").slice(0, 300)}`),
    );
    expect(wrong).toEqual([]);
  },
  60_000,
);

test("recordStatements finds a statement that does not name its instance", () => {
  expect(tablesWithoutTenant("SELECT name FROM groups WHERE id = 1")).toEqual(["groups"]);
  expect(
    tablesWithoutTenant("SELECT FROM users u JOIN group_users g ON g.user_id = u.id WHERE u.instance_id = $1"),
  ).toEqual(["group_users"]);
  expect(tablesWithoutTenant('delete from "groups" where "instance_id" = $1')).toEqual([]);
  expect(tablesWithoutTenant("SELECT FROM instances WHERE id = $1")).toEqual([]);
  expect(tablesWithoutTenant("INSERT INTO groups AS g (instance_id) VALUES ($1)")).toEqual([]);
  expect(tablesWithoutTenant("INSERT INTO groups AS g (instance_id) SELECT $1 FROM group_users m")).toEqual([
    "group_users",
  ]);
});

/** Returns all fields of a type that need no argument, to a depth. */
function everything(type: GraphQLOutputType, depth: number): string {
  const named = getNamedType(type);
  if (!isObjectType(named)) return isInterfaceType(named) ? "{ __typename }" : "";
  const inner = Object.values(named.getFields()).flatMap((field) => {
    const isPlain = !isObjectType(getNamedType(field.type)) && !isInterfaceType(getNamedType(field.type));
    if (field.args.some((arg) => isNonNullType(arg.type)) || (!isPlain && depth <= 1)) return [];
    return [`${field.name} ${everything(field.type, depth - 1)}`];
  });
  return `{ __typename ${inner.join(" ")} }`;
}
