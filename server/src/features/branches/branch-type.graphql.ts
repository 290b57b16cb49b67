import { builder } from "../../graphql/builder.ts";
import { pageArguments } from "../../graphql/page.ts";
import { MemberCandidate, MemberCourse, MemberCoursePage, MemberUser } from "../members/members.graphql.ts";
import type { Branch as BranchFields } from "./branches.service.ts";
import * as members from "./members.service.ts";

type User = Awaited<ReturnType<typeof members.listPeople>>[number];

const BranchUser = builder.objectRef<User>("BranchUser").implement({ interfaces: [MemberUser] });

const BranchUserPage = builder.objectRef<{ total: number; rows: User[] }>("BranchUserPage").implement({
  fields: (t) => ({ total: t.exposeInt("total"), rows: t.expose("rows", { type: [BranchUser] }) }),
});

/** Branches can be read anonymously by address; their users and courses need the permission to manage branches. */
export const Branch = builder.objectRef<BranchFields>("Branch").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    name: t.exposeString("name"),
    url: t.exposeString("url", { nullable: true }),
    theme: t.exposeString("theme", { nullable: true }),
    language: t.exposeString("language"),
    is_default: t.exposeBoolean("is_default"),
    logo_url: t.exposeString("logo_url", { nullable: true }),
    logo_dark_url: t.exposeString("logo_dark_url", { nullable: true, description: "For the dark theme." }),
    icon_url: t.exposeString("icon_url", { nullable: true, description: "Of the browser's tab." }),
    login_picture_url: t.exposeString("login_picture_url", { nullable: true, description: "Beside the login form." }),
    welcome_text: t.exposeString("welcome_text", { nullable: true, description: "Shown on its login page." }),
    primary_color: t.exposeString("primary_color", { nullable: true }),
    secondary_color: t.exposeString("secondary_color", { nullable: true }),
    users: t.field({ type: [BranchUser], resolve: ({ id }, _, { actor }) => members.listPeople(actor, id) }),
    courses: t.field({ type: [MemberCourse], resolve: ({ id }, _, { actor }) => members.listCourses(actor, id) }),
    usersPage: t.field({
      type: BranchUserPage,
      description: "Sort: name or email, '-' in front for descending.",
      args: pageArguments,
      resolve: ({ id }, options, { actor }) => members.getPageOfPeople(actor, id, options),
    }),
    coursesPage: t.field({
      type: MemberCoursePage,
      description: "Sort: title, '-' in front for descending.",
      args: pageArguments,
      resolve: ({ id }, options, { actor }) => members.getPageOfCourses(actor, id, options),
    }),
    usersToAdd: t.field({
      type: [MemberCandidate],
      description: "People who could join, at most a hundred.",
      args: { search: t.arg.string() },
      resolve: ({ id }, { search }, { actor }) => members.listPeopleToAdd(actor, id, search),
    }),
    coursesToAdd: t.field({
      type: [MemberCourse],
      description: "Courses the branch does not have, at most a hundred.",
      args: { search: t.arg.string() },
      resolve: ({ id }, { search }, { actor }) => members.listCoursesToAdd(actor, id, search),
    }),
  }),
});
