import { builder } from "../../graphql/builder.ts";
import { selectsAny } from "../../graphql/selection.ts";
import * as users from "./users.service.ts";

const ListedValue = builder.objectRef<{ field_id: number; value: string }>("ListedFieldValue").implement({
  fields: (t) => ({ field_id: t.exposeInt("field_id"), value: t.exposeString("value") }),
});

type Details = ReturnType<users.UserSummary["details"]>;

/** Picks from the details of a user, at once where they are read already. */
function pick<Value>(details: Details, from: (details: Awaited<Details>) => Value): Value | Promise<Value> {
  return details instanceof Promise ? details.then(from) : from(details);
}

const UserSummary = builder.objectRef<users.UserSummary>("UserSummary").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    first_name: t.exposeString("first_name"),
    last_name: t.exposeString("last_name"),
    name: t.exposeString("name"),
    email: t.exposeString("email"),
    role: t.exposeString("role"),
    type: t.exposeString("type"),
    created_at: t.exposeString("created_at"),
    is_active: t.exposeBoolean("is_active"),
    in_reach: t.exposeBoolean("in_reach", { description: "Whether the viewer may open them (their rank)." }),
    may_edit: t.exposeBoolean("may_edit", { description: "Whether the viewer may change and delete this person." }),
    groups: t.stringList({
      description: "The names of their groups.",
      resolve: ({ details }) => pick(details(), ({ groups }) => groups),
    }),
    fields: t.field({
      type: [ListedValue],
      description:
        "Values of the organisation's own fields: those asked for, else those that lists show or the caller chose.",
      resolve: ({ details }) =>
        pick(details(), ({ fields }) => Object.entries(fields).map(([id, value]) => ({ field_id: Number(id), value }))),
    }),
    last_active_on: t.string({
      nullable: true,
      description: "The last day with time in a course, yyyy-mm-dd.",
      resolve: ({ details }) => pick(details(), (read) => read.last_active_on),
    }),
  }),
});

/** The fields that call `details`. */
const DETAILS: ReadonlySet<string> = new Set(["groups", "fields", "field_columns", "last_active_on"]);

// One value for GraphQL: as objects of a field and its values, 50 fields took a third of the memory that the page allocates.
builder.scalarType("FieldColumns", {
  description:
    "The values of the organisation's own fields on a page of users: an object with a list for the id of each field, in the order of the rows; null for users without a value.",
  serialize: (columns) => columns,
});

const UserPage = builder.objectRef<Awaited<ReturnType<typeof users.getPageOfUsers>>>("UserPage").implement({
  fields: (t) => ({
    rows: t.expose("rows", { type: [UserSummary] }),
    total: t.exposeInt("total"),
    field_columns: t.field({
      type: "FieldColumns",
      description:
        "The same values as `fields` of the rows, by field: much smaller for many fields. Without fields of which nobody has a value.",
      resolve: ({ readFieldColumns }) => readFieldColumns(),
    }),
  }),
});

builder.queryFields((t) => ({
  users: t.field({
    type: [UserSummary],
    description: "Sort: name, email, role or created, with '-' in front for descending.",
    args: {
      branchUrl: t.arg.string(),
      search: t.arg.string(),
      sort: t.arg.string(),
      limit: t.arg.int(),
      offset: t.arg.int(),
    },
    resolve: (_, options, { actor }) => users.listUsers(actor, options),
  }),
  usersPage: t.field({
    type: UserPage,
    args: {
      branchUrl: t.arg.string(),
      search: t.arg.string(),
      role: t.arg.string(),
      state: t.arg.string({ description: "active or inactive" }),
      group_id: t.arg.int(),
      branch_id: t.arg.int(),
      idle_days: t.arg.int({ description: "Only users who have not learned for so many days." }),
      is_overdue: t.arg.boolean({ description: "Only users with a course that is overdue." }),
      enrolled_in: t.arg.int({ description: "Only users who are enrolled in this course." }),
      not_enrolled_in: t.arg.int({ description: "Only users who are not enrolled in this course." }),
      field_id: t.arg.int({ description: "Only users with the given value of this field." }),
      field_value: t.arg.string({ description: "Part of a text, or the whole value; empty means none." }),
      field_ids: t.arg.intList({
        description: "Whose values the rows contain; left out, those that lists show or the caller chose.",
      }),
      sort: t.arg.string(),
      limit: t.arg.int(),
      offset: t.arg.int(),
    },
    resolve: (_, options, { actor }, info) => users.getPageOfUsers(actor, options, selectsAny(info, DETAILS)),
  }),
}));
