import { toLikePattern } from "../../../db/like.ts";
import { filterReach } from "../filters.service.ts";
import { PEOPLE_FILTERS } from "../request.ts";
import { branchComplianceStatement, courseComplianceStatement } from "../statements/compliance.statement.ts";
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

/** How many enrolments of the members of each branch are compliant. */
export const branchComplianceReport = defineTable({
  kind: "compliance-branches",
  title: "branchComplianceTitle",
  fileName: "compliance-by-branch",
  permission: "report.view",
  filters: FILTERS,
  isScheduled: true,
  open: async (actor, request, whole) => {
    const { reach, filters } = await filterReach(actor, whole, request);
    const params = { ...filters, search: toLikePattern(request.search) };
    return fromStatement(branchComplianceStatement, reach, params, request.sort);
  },
  columns: [{ label: "branches", value: (row, texts) => row.name ?? texts.text("noBranch"), sort: "name" }, ...COUNTS],
});
