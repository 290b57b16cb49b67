import { listCertificates } from "../../certificates/certificates.service.ts";
import { defineTable, fromRows } from "../table.ts";
import { getSubject, matches, sortsOfCertificates } from "./subjects.ts";

export const userCertificatesReport = defineTable({
  kind: "user-certificates",
  title: "userCertificatesTitle",
  fileName: "user-certificates",
  permission: "report.view",
  filters: ["user_id", "from", "to", "search"],
  dayLabel: "completionDate",
  open: async (actor, request, reach) => {
    const userId = await getSubject(reach, request);
    const { branchUrl, from, to } = request;
    const certificates = await listCertificates(actor, { userId, branchUrl: branchUrl ?? null, from, to });
    const found = certificates.filter(({ title }) => matches(request, title));
    return fromRows(found, request.sort, sortsOfCertificates);
  },
  columns: [
    { label: "courseName", value: (course) => course.title },
    { label: "issuedAt", value: (course) => course.completed_date },
    { label: "expiresAt", value: (course) => course.expiry_date && String(course.expiry_date), format: "date" },
  ],
});
