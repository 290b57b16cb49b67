import { listBranchesOfUser, getUser, listGroups, getPageOfUsers } from "../../users/users.service.ts";
import { NotFound } from "../../../errors.ts";
import { EVERY_COURSE, getProgress, progressWithin } from "../../learning/progress.service.ts";
import { withUserFields } from "../user-field-columns.ts";
import type { TextKey } from "../report-texts.ts";
import { defineTable, fromPages, fromRows } from "../table.ts";
import { matches } from "../definitions/subjects.ts";

/** The columns of the users list on the screen, and their headings in files. */
const COLUMNS = [
  ["email", "email"],
  ["role", "role"],
  ["status", "active"],
  ["groups", "groups"],
  ["active", "lastActive"],
  ["created", "createdAt"],
] as const satisfies readonly (readonly [string, TextKey])[];
/** What a file shows when no columns are chosen. */
const listUsual = (): Set<TextKey> => new Set<TextKey>(["email", "role", "active", "createdAt"]);

const usersList = defineTable({
  kind: "users-list",
  title: "usersListTitle",
  fileName: "users",
  permission: "user.view",
  filters: [
    "search",
    "role",
    "state",
    "group_id",
    "branch_id",
    "idle_days",
    "is_overdue",
    "enrolled_in",
    "not_enrolled_in",
    "field_id",
    "field_value",
    "columns",
  ],
  toStateTerm: (state) => state,
  open: async (actor, { columns, ...request }, reach) => {
    const pages = fromPages(async (page) => {
      const { rows, total } = await getPageOfUsers(actor, { ...request, ...page });
      return { total, rows: await Promise.all(rows.map(async (user) => ({ ...user, ...(await user.details()) }))) };
    });
    const shown = columns
      ? new Set<TextKey>(COLUMNS.flatMap(([key, label]) => (columns.includes(key) ? label : [])))
      : listUsual();
    return withUserFields(
      reach,
      { ...pages, shown: shown.add("name") },
      ({ id }) => id,
      columns ? ({ id }) => columns.includes(`field_${id}`) : undefined,
    );
  },
  columns: [
    { label: "name", value: (user) => user.name },
    { label: "email", value: (user) => user.email },
    { label: "role", value: (user) => user.role, format: "term" },
    { label: "active", value: (user) => user.is_active },
    { label: "groups", value: (user) => user.groups.join(", ") },
    { label: "lastActive", value: (user) => user.last_active_on, format: "date" },
    { label: "createdAt", value: (user) => user.created_at, format: "day" },
  ],
});

const userBranchesList = defineTable({
  kind: "user-branches-list",
  title: "branchesTitle",
  fileName: "branches",
  permission: "user.view",
  filters: ["user_id", "search"],
  open: async (actor, request) => {
    const branches = await listBranchesOfUser(actor, getId(request.user_id, "User"), request.branchUrl);
    const found = branches.filter(({ name, url }) => matches(request, `${name} ${url}`));
    return fromRows(found, request.sort, { name: (row) => row.name, url: (row) => row.url ?? "" });
  },
  columns: [
    { label: "name", value: (branch) => branch.name },
    { label: "url", value: (branch) => branch.url },
  ],
});

const userGroupsList = defineTable({
  kind: "user-groups-list",
  title: "groupsTitle",
  fileName: "groups",
  permission: "user.view",
  filters: ["user_id", "search"],
  open: async (actor, request) => {
    const user = await getUser(actor, getId(request.user_id, "User"), request.branchUrl);
    const found = (await listGroups(user)).filter(({ name }) => matches(request, name));
    return fromRows(found, request.sort, { name: (row) => row.name });
  },
  columns: [{ label: "name", value: (group) => group.name }],
});

const userEnrolmentsList = defineTable({
  kind: "user-courses-list",
  title: "userCoursesTitle",
  fileName: "courses",
  permission: "user.view",
  filters: ["user_id", "search"],
  open: async (actor, request) => {
    const { reach, id } = await getUser(actor, getId(request.user_id, "User"), request.branchUrl);
    const { courses } = await progressWithin(reach, id, EVERY_COURSE);
    const found = courses.filter(({ title }) => matches(request, title));
    return fromRows(found, request.sort, sortsOfCourses);
  },
  columns: [
    { label: "status", value: ({ status }) => `${status}_status`, format: "term" },
    { label: "course", value: (row) => row.title },
    { label: "dateAssigned", value: (row) => row.assigned_at, format: "day" },
    { label: "progress", value: (row) => row.progress, format: "percent" },
  ],
});

const courseUnitsList = defineTable({
  kind: "course-units-list",
  title: "unitsTitle",
  fileName: "course-units",
  permission: "user.read",
  filters: ["user_id", "course_id"],
  open: async (actor, { user_id, course_id, branchUrl }) => {
    const { courses, unitsIn } = await getProgress(actor, getId(user_id, "User"), { branchUrl });
    if (!courses.some(({ id }) => id === course_id)) throw new NotFound("Course");
    return fromRows(await unitsIn(course_id!));
  },
  columns: [
    { label: "type", value: ({ type }) => `${type}_unit`, format: "term" },
    { label: "unitTitle", value: (unit) => unit.title },
    { label: "completed", value: (unit) => unit.is_complete },
    { label: "timeSpent", value: (unit) => unit.time_spent, format: "duration" },
  ],
});

/** The sort orders of lists of one user's courses. */
export const sortsOfCourses = {
  status: ({ status }: { status: string | null }) => status ?? "",
  course: ({ title }: { title: string }) => title,
  title: ({ title }: { title: string }) => title,
  progress: ({ progress }: { progress: number | null }) => progress ?? 0,
  date: ({ assigned_at }: { assigned_at: Date | null }) => assigned_at?.getTime() ?? 0,
  units: ({ units_completed }: { units_completed: number | null }) => units_completed ?? 0,
  time: ({ time_spent }: { time_spent: number | null }) => time_spent ?? 0,
};

/** Returns an id that a list needs. @throws NotFound without it */
export function getId(id: number | null | undefined, what: string): number {
  if (!id) throw new NotFound(what);
  return id;
}

export const peopleLists = [usersList, userBranchesList, userGroupsList, userEnrolmentsList, courseUnitsList];
