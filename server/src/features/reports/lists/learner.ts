import { listCertificates } from "../../certificates/certificates.service.ts";
import { getProgress } from "../../learning/progress.service.ts";
import { matches, sortsOfCertificates } from "../definitions/subjects.ts";
import { defineTable, fromRows } from "../table.ts";
import { sortsOfCourses } from "./people.ts";

const myProgressList = defineTable({
  kind: "my-progress",
  title: "myProgressTitle",
  fileName: "my-progress",
  permission: "learn",
  filters: ["search"],
  open: async (actor, request) => {
    const { courses } = await getProgress(actor, null, { branchUrl: request.branchUrl });
    const found = courses.filter(({ title }) => matches(request, title));
    return fromRows(found, request.sort, sortsOfCourses);
  },
  columns: [
    { label: "status", value: ({ status }) => `${status}_status`, format: "term" },
    { label: "courseName", value: (course) => course.title },
    { label: "progress", value: (course) => course.progress, format: "percent" },
    { label: "unitsCompleted", value: (course) => course.units_completed, format: "number" },
    { label: "totalUnits", value: (course) => course.total_units, format: "number" },
    { label: "timeSpent", value: (course) => course.time_spent, format: "duration" },
  ],
});

const myCertificatesList = defineTable({
  kind: "my-certificates",
  title: "myCertificatesTitle",
  fileName: "my-certificates",
  permission: "learn",
  filters: [],
  open: async (actor, { branchUrl, sort }) =>
    fromRows(await listCertificates(actor, { branchUrl }), sort, sortsOfCertificates),
  columns: [
    { label: "courseName", value: (course) => course.title },
    { label: "issuedAt", value: (course) => course.completed_date },
    { label: "expiresAt", value: (course) => course.expiry_date && String(course.expiry_date), format: "date" },
  ],
});

export const learnerLists = [myProgressList, myCertificatesList];
