import { builder } from "../../graphql/builder.ts";
import { EVERY_COURSE, type Progress, progressWithin } from "../learning/progress.service.ts";
import { UnitsByType } from "../learning/learning.graphql.ts";
import { UserFieldValue } from "../user-fields/user-fields.graphql.ts";
import { listFieldsOf } from "../user-fields/user-fields.service.ts";
import { mayChange } from "./authority.service.ts";
import { mayResetSecondFactor } from "../sign-in-security/second-factor.service.ts";
import { maySendPasswordLink } from "./password-links.service.ts";
import * as users from "./users.service.ts";

/** A course with the reach in which it was read, so that the units of all courses are read at once. */
interface Enrolment {
  course: Progress["courses"][number];
  progress: Progress;
}

const UserEnrolment = builder.objectRef<Enrolment>("UserEnrolment").implement({
  fields: (t) => ({
    id: t.int({
      description: "An enrolment is known by its person and course: the course's id.",
      resolve: ({ course }) => course.id,
    }),
    course_id: t.int({ resolve: ({ course }) => course.id }),
    course_title: t.string({ resolve: ({ course }) => course.title }),
    date_assigned: t.string({ nullable: true, resolve: ({ course }) => course.assigned_at?.toISOString() ?? null }),
    progress: t.int({ resolve: ({ course }) => course.progress ?? 0 }),
    is_complete: t.boolean({ resolve: ({ course }) => course.is_complete ?? false }),
    unitsCompleted: t.int({ resolve: ({ course }) => course.units_completed ?? 0 }),
    totalUnits: t.int({ resolve: ({ course }) => course.total_units ?? 0 }),
    timeSpent: t.int({ description: "Seconds.", resolve: ({ course }) => course.time_spent ?? 0 }),
    units: t.field({ type: UnitsByType, resolve: ({ course, progress }) => progress.unitsIn(course.id) }),
  }),
});

type Named = { id: number; name: string };

const UserGroup = builder.objectRef<Named>("UserGroup").implement({
  fields: (t) => ({ id: t.exposeInt("id"), name: t.exposeString("name") }),
});

export const UserBranch = builder.objectRef<Named & { url: string }>("UserBranch").implement({
  fields: (t) => ({ id: t.exposeInt("id"), name: t.exposeString("name"), url: t.exposeString("url") }),
});

export const User = builder.objectRef<users.Person>("User").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    first_name: t.exposeString("first_name"),
    last_name: t.exposeString("last_name"),
    email: t.exposeString("email"),
    role: t.exposeString("role"),
    is_primary: t.exposeBoolean("is_primary"),
    is_active: t.boolean({
      description: "False too once the day of deactivate_at has come.",
      resolve: (person) => users.isActive(person),
    }),
    is_owner: t.exposeBoolean("is_owner"),
    skip_email: t.exposeBoolean("skip_email"),
    deactivate_at: t.exposeString("deactivate_at", { nullable: true, description: "yyyy-mm-dd" }),
    may_edit: t.boolean({
      description: "Whether the viewer may change and delete this person.",
      resolve: (person, _, { actor }) => mayChange(actor, person.reach, person),
    }),
    may_reset_second_factor: t.boolean({
      description: "Whether they have a second factor, and the caller may reset it.",
      resolve: (person, _, { actor }) => mayResetSecondFactor(actor, person),
    }),
    may_send_password_link: t.boolean({
      description: "Whether the viewer may send this person a link to set a password.",
      resolve: (person, _, { actor }) => maySendPasswordLink(actor, person),
    }),
    is_invited: t.boolean({
      description: "Whether they have set no password yet.",
      resolve: ({ password_hash }) => password_hash === null,
    }),
    enrolledCourses: t.field({
      type: [UserEnrolment],
      description: "The latest assigned first, also in courses that are drafts now.",
      resolve: async ({ reach, id }) => {
        const progress = await progressWithin(reach, id, EVERY_COURSE);
        return progress.courses.map((course) => ({ course, progress }));
      },
    }),
    groups: t.field({ type: [UserGroup], resolve: (person) => users.listGroups(person) }),
    fields: t.field({
      type: [UserFieldValue],
      description: "The organisation's own fields that the viewer sees, also those without a value.",
      resolve: ({ reach, id }) => listFieldsOf(reach, id),
    }),
  }),
});
