import { allCertified, getPageOfCertified } from "../../certificates/certified.service.ts";
import { expectCourse } from "../course-access.ts";
import { filterReach } from "../filters.service.ts";
import { PEOPLE_FILTERS } from "../request.ts";
import { defineTable } from "../table.ts";

export const certifiedReport = defineTable({
  kind: "certified",
  title: "certifiedTitle",
  fileName: "certificates",
  permission: "report.view",
  filters: ["course_id", "path_id", ...PEOPLE_FILTERS, "category_id", "state", "search"],
  dayLabel: "completionDate",
  open: async (actor, request, whole) => {
    const { course_id: courseId = null, path_id: pathId = null, ...rest } = request;
    const asked = { ...rest, state: request.state || null };
    if (courseId) await expectCourse(await filterReach(actor, whole, request), courseId);
    const { batches, count } = await allCertified(actor, { ...asked, courseId, pathId });
    const page = async (limit: number, offset: number) =>
      (await getPageOfCertified(actor, { ...asked, courseId, pathId, limit, offset })).rows;
    return { batches: () => batches, count, page };
  },
  columns: [
    { label: "name", value: (row) => row.user_name, sort: "name" },
    { label: "email", value: (row) => row.email, only: "files" },
    { label: "course", value: (row) => row.course_title, sort: "course" },
    { label: "completed", value: (row) => row.completed_on, format: "date", sort: "completed" },
    { label: "expiresAt", value: (row) => row.expires_on, format: "date", sort: "expires" },
    { label: "status", value: (row) => `${row.state}_status`, format: "term", sort: "state" },
    { label: "reason", value: (row) => row.revoke_reason, only: "files" },
  ],
});
