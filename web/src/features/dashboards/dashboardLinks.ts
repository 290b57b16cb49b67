import { msg } from "@lingui/core/macro";
import type { NamedLink } from "./QuickLinks.tsx";

/** The tiles of the dashboard for users who may add something. */
export const addLinks: NamedLink[] = [
  { to: "/adduser", can: "user.create", label: msg`Add user` },
  { to: "/addcourse", can: "course.author", label: msg`Add Course` },
  { to: "/groups/create", can: "group.manage", label: msg`Add Group` },
  { to: "/branches/create", can: "branch.create", label: msg`Add Branch` },
];

/** The tiles for users who may add nothing. */
export const reportLinks: NamedLink[] = [
  { to: "/reports/users", can: "report.view", label: msg`User Reports` },
  { to: "/reports/courses", can: "report.view", label: msg`Course Reports` },
];

/** The card 'Quick Links' of users who may add something. */
export const administrationLinks: NamedLink[] = [
  { to: "/users", can: "user.view", label: msg`Users` },
  { to: "/courses", can: "course.author", label: msg`Courses` },
  { to: "/categories", can: "category.manage", label: msg`Categories` },
  { to: "/groups", can: "group.manage", label: msg`Groups` },
  { to: "/branches", can: "branch.manage", label: msg`Branches` },
  ...reportLinks,
];

/** The card of learners, and of users who may add nothing. */
export const learnerLinks: NamedLink[] = [
  { to: "/learner/courses", can: "learn", label: msg`My Courses` },
  { to: "/learner/course-catalog", can: "catalogue.view", label: msg`Course Catalog` },
  { to: "/learner/progress", can: "learn", label: msg`My Progress` },
  { to: "/learner/certificates", can: "learn", label: msg`My Certificates` },
];
