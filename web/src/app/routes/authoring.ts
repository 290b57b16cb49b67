import { msg } from "@lingui/core/macro";
import type { InboxSearch } from "../../features/assignments/SubmissionsScreen.tsx";
import { lazyRouteComponent } from "../../router/index.ts";
import { readTableSearch, type TableSearch } from "../urlTable.ts";
import { idInPath, numberIn, textIn } from "./address.ts";
import { inBackOffice, signedIn } from "./frames.ts";

export const authoring = [
  inBackOffice({
    path: "/courses",
    staticData: { title: msg`Courses`, can: "course.author" },
    component: lazyRouteComponent(() => import("../../features/courses/CoursesScreen.tsx"), "CoursesScreen"),
  }),
  inBackOffice({
    path: "/question-bank",
    staticData: { title: msg`Question bank`, can: "course.author" },
    validateSearch: (raw): TableSearch & { category?: string } => ({
      ...readTableSearch(raw),
      ...textIn(raw, "category"),
    }),
    component: lazyRouteComponent(
      () => import("../../features/courses/editor/questions/QuestionBankScreen.tsx"),
      "QuestionBankScreen",
    ),
  }),
  inBackOffice({
    path: "/addcourse",
    staticData: { title: msg`Add course`, can: "course.author" },
    component: lazyRouteComponent(() => import("../../features/courses/editor/AddCourseScreen.tsx"), "AddCourseScreen"),
  }),
  inBackOffice({
    path: "/courses/$id/edit",
    params: idInPath,
    staticData: { title: msg`Edit course`, can: "course.author" },
    component: lazyRouteComponent(
      () => import("../../features/courses/editor/EditCourseScreen.tsx"),
      "EditCourseScreen",
    ),
  }),
  inBackOffice({
    path: "/courses/$id/packages",
    params: idInPath,
    staticData: { title: msg`Course Report`, can: "package.report" },
    validateSearch: readTableSearch,
    component: lazyRouteComponent(() => import("../../features/reports/CourseReportScreen.tsx"), "PackagesScreen"),
  }),
  inBackOffice({
    path: "/submissions",
    staticData: { title: msg`Submissions`, can: "submission.review" },
    validateSearch: (raw): TableSearch & InboxSearch => ({
      ...readTableSearch(raw),
      ...numberIn(raw, "course"),
      ...textIn(raw, "state"),
    }),
    component: lazyRouteComponent(
      () => import("../../features/assignments/SubmissionsScreen.tsx"),
      "SubmissionsScreen",
    ),
  }),
  inBackOffice({
    path: "/submissions/$id",
    params: idInPath,
    staticData: { title: msg`Submissions`, can: "submission.review" },
    component: lazyRouteComponent(() => import("../../features/assignments/SubmissionScreen.tsx"), "SubmissionScreen"),
  }),
];

/** Outside of the shell, as the player is. */
export const preview = signedIn({
  path: "/courses/$id/preview",
  params: idInPath,
  staticData: { title: msg`Course`, can: "course.author" },
  component: lazyRouteComponent(() => import("../../features/learning/preview/PreviewRoute.tsx"), "PreviewRoute"),
});
