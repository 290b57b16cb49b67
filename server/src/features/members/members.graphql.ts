import { builder } from "../../graphql/builder.ts";
import type * as members from "./members.service.ts";

/** The fields that users of groups and branches share. */
export const MemberUser = builder.interfaceRef<members.MemberUser>("MemberUser").implement({
  description: "A user of a group or branch.",
  fields: (t) => ({
    id: t.exposeInt("id"),
    first_name: t.exposeString("first_name"),
    last_name: t.exposeString("last_name"),
    name: t.string({ resolve: (person) => `${person.first_name} ${person.last_name}` }),
    email: t.exposeString("email"),
    role: t.exposeString("role"),
  }),
});

export const MemberCourse = builder.objectRef<members.MemberCourse>("MemberCourse").implement({
  description: "A course of a group or branch, or one that could be added.",
  fields: (t) => ({ id: t.exposeInt("id"), title: t.exposeString("title") }),
});

export const MemberCoursePage = builder
  .objectRef<{ total: number; rows: members.MemberCourse[] }>("MemberCoursePage")
  .implement({
    fields: (t) => ({ total: t.exposeInt("total"), rows: t.expose("rows", { type: [MemberCourse] }) }),
  });

export const MemberCandidate = builder
  .objectRef<{ id: number; name: string; email: string }>("MemberCandidate")
  .implement({
    description: "A user who could be added to a group or branch.",
    fields: (t) => ({ id: t.exposeInt("id"), name: t.exposeString("name"), email: t.exposeString("email") }),
  });
