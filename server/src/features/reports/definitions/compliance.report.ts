import { toLikePattern } from "../../../db/like.ts";
import { NotFound } from "../../../errors.ts";
import { filterReach } from "../filters.service.ts";
import { PEOPLE_FILTERS } from "../request.ts";
import { writeDay } from "../cells.ts";
import { openSubject, toState } from "../compliance.service.ts";
import { compliancePeopleStatement } from "../statements/compliance-people.statement.ts";
import {
  branchComplianceStatement,
  courseComplianceStatement,
  pathComplianceStatement,
} from "../statements/compliance.statement.ts";
import { type Column, defineTable, fromStatement } from "../table.ts";

interface Counts {
  assigned: number;
  compliant: number;
  due: number;
  overdue: number;
  expired: number;
}

const FILTERS = [...PEOPLE_FILTERS, "category_id", "search"] as const;

const COUNTS = [
  { label: "assigned", value: (row) => row.assigned, format: "number", sort: "assigned" },
  {
    label: "compliantShare",
    value: ({ compliant, assigned }) => Math.floor((100 * compliant) / assigned),
    format: "percent",
    explanation: "compliant",
    sort: "share",
  },
  { label: "compliant", value: (row) => row.compliant, format: "number", explanation: "compliant", sort: "compliant" },
  { label: "due", value: (row) => row.due, format: "number", explanation: "stillDue", sort: "due" },
  { label: "overdue", value: (row) => row.overdue, format: "number", explanation: "overdue", sort: "overdue" },
  { label: "expired", value: (row) => row.expired, format: "number", explanation: "expired", sort: "expired" },
] as const satisfies readonly Column<Counts>[];

/** How many people of each course are compliant. */
export const courseComplianceReport = defineTable({
  kind: "compliance",
  title: "complianceTitle",
  fileName: "compliance-by-course",
  permission: "report.view",
  filters: FILTERS,
  isScheduled: true,
  open: async (actor, request, whole) => {
    const { reach, filters } = await filterReach(actor, whole, request);
    const params = { ...filters, search: toLikePattern(request.search) };
    return fromStatement(courseComplianceStatement, reach, params, request.sort);
  },
  columns: [
    { label: "course", value: (row) => row.name, sort: "name" },
    { label: "category", value: (row) => row.category },
    ...COUNTS,
  ],
});

/** How many people of each learning path are compliant. */
export const pathComplianceReport = defineTable({
  kind: "compliance-paths",
  title: "pathComplianceTitle",
  fileName: "compliance-by-learning-path",
  permission: "report.view",
  filters: FILTERS,
  isScheduled: true,
  open: async (actor, request, whole) => {
    const { reach, filters } = await filterReach(actor, whole, request);
    const params = { ...filters, ofPaths: true as const, search: toLikePattern(request.search) };
    return fromStatement(pathComplianceStatement, reach, params, request.sort);
  },
  columns: [{ label: "path", value: (row) => row.name, sort: "name" }, ...COUNTS],
});

/** The people of one course or learning path, with the state of each. */
export const compliancePeopleReport = defineTable({
  kind: "compliance-people",
  title: "compliancePeopleTitle",
  fileName: "compliance-people",
  permission: "report.view",
  filters: [...PEOPLE_FILTERS, "course_id", "path_id", "search", "state"],
  toStateTerm: (state) => state,
  open: async (actor, request, whole) => {
    const filtered = await filterReach(actor, whole, request);
    const { course, path } = await openSubject(filtered, request);
    if (course === null && path === null) throw new NotFound("Course");
    const { categories: _, ...filters } = filtered.filters;
    const params = { ...filters, course, path, search: toLikePattern(request.search), state: toState(request.state) };
    return fromStatement(compliancePeopleStatement, filtered.reach, params, request.sort);
  },
  columns: [
    { label: "name", value: (row) => row.name, sort: "name" },
    { label: "email", value: (row) => row.email, only: "files" },
    { label: "status", value: (row) => row.state, format: "term", sort: "state" },
    { label: "progress", value: (row) => row.progress, format: "percent", sort: "progress" },
    { label: "dueDate", value: (row) => row.due && writeDay(row.due), sort: "dueDate" },
    { label: "completionDate", value: (row) => row.completed, format: "day" },
    { label: "validUntil", value: (row) => row.expires && writeDay(row.expires), sort: "expires" },
  ],
});

/** How many enrolments of the members of each branch are compliant. */
export const branchComplianceReport = defineTable({
  kind: "compliance-branches",
  title: "branchComplianceTitle",
  fileName: "compliance-by-branch",
  permission: "report.view",
  filters: [...FILTERS, "course_id", "path_id"],
  isScheduled: true,
  open: async (actor, request, whole) => {
    const filtered = await filterReach(actor, whole, request);
    const { course, path } = await openSubject(filtered, request);
    const params = { ...filtered.filters, course, path, search: toLikePattern(request.search) };
    return fromStatement(branchComplianceStatement, filtered.reach, params, request.sort);
  },
  columns: [{ label: "branches", value: (row, texts) => row.name ?? texts.text("noBranch"), sort: "name" }, ...COUNTS],
});
