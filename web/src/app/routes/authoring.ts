import { msg } from "@lingui/core/macro";
import type { InboxSearch } from "../../features/assignments/inboxSearch.ts";
import type { PeopleSearch } from "../../features/enrolments/peopleSearch.ts";
import { createRoute } from "@tanstack/react-router";
import { readTableSearch, type TableSearch } from "../urlTable.ts";
import { acceptOnly, idInPath, idsInPath, numberIn, textIn, parseId, parseUnitOrder } from "./address.ts";
import { inBackOffice, signedIn } from "./frames.ts";
import { lazyScreen } from "./lazyScreen.ts";

export const authoring = [
  createRoute({
    ...inBackOffice,
    path: "/courses",
    staticData: { title: msg`Courses`, can: "course.author" },
    component: lazyScreen(() => import("../../features/courses/CoursesScreen.tsx"), "CoursesScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/question-bank",
    staticData: { title: msg`Question bank`, can: "course.author" },
    validateSearch: acceptOnly((raw): TableSearch & { category?: string } => ({
      ...readTableSearch(raw),
      ...textIn(raw, "category"),
    })),
    component: lazyScreen(
      () => import("../../features/courses/editor/questions/QuestionBankScreen.tsx"),
      "QuestionBankScreen",
    ),
  }),
  createRoute({
    ...inBackOffice,
    path: "/addcourse",
    staticData: { title: msg`Add course`, can: "course.author" },
    component: lazyScreen(() => import("../../features/courses/editor/AddCourseScreen.tsx"), "AddCourseScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/courses/$id/edit",
    params: idInPath,
    staticData: { title: msg`Edit course`, can: "course.author" },
    component: lazyScreen(() => import("../../features/courses/editor/EditCourseScreen.tsx"), "EditCourseScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/courses/$id/people",
    params: idInPath,
    staticData: { title: msg`People`, can: "enrolment.manage" },
    validateSearch: acceptOnly((raw): TableSearch & PeopleSearch => ({
      ...readTableSearch(raw),
      ...textIn(raw, "status"),
      ...textIn(raw, "source"),
      ...textIn(raw, "due"),
      ...numberIn(raw, "group"),
      ...numberIn(raw, "branch"),
    })),
    component: lazyScreen(() => import("../../features/enrolments/CoursePeopleScreen.tsx"), "CoursePeopleScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/courses/$id/packages",
    params: idInPath,
    staticData: { title: msg`Course Report`, can: "package.report" },
    validateSearch: acceptOnly(readTableSearch),
    component: lazyScreen(() => import("../../features/reports/CourseReportScreen.tsx"), "PackagesScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/submissions",
    staticData: { title: msg`Submissions`, can: "submission.review" },
    validateSearch: acceptOnly((raw): TableSearch & InboxSearch => ({
      ...readTableSearch(raw),
      ...numberIn(raw, "course"),
      ...textIn(raw, "state"),
    })),
    component: lazyScreen(() => import("../../features/assignments/SubmissionsScreen.tsx"), "SubmissionsScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/submissions/$id",
    params: idInPath,
    staticData: { title: msg`Submissions`, can: "submission.review" },
    component: lazyScreen(() => import("../../features/assignments/SubmissionScreen.tsx"), "SubmissionScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/submissions/essays/$attempt_id/$question_id",
    params: idsInPath("attempt_id", "question_id"),
    staticData: { title: msg`Submissions`, can: "submission.review" },
    component: lazyScreen(() => import("../../features/assignments/EssayScreen.tsx"), "EssayScreen"),
  }),
] as const;

/** Outside the shell, like the player. */
export const preview = createRoute({
  ...signedIn,
  path: "/courses/$id/preview/{-$unit_order}",
  params: {
    parse: ({ id, unit_order }: { id: string; unit_order?: string }) => ({
      id: parseId(id),
      unit_order: parseUnitOrder(unit_order),
    }),
    stringify: ({ id, unit_order }: { id: number; unit_order?: number | undefined }) => ({
      id: String(id),
      unit_order: unit_order === undefined ? undefined : String(unit_order),
    }),
  },
  staticData: { title: msg`Course`, can: "course.author" },
  component: lazyScreen(() => import("../../features/learning/preview/PreviewRoute.tsx"), "PreviewRoute"),
});
