import { getPageOfTemplates } from "../../certificates/templates/templates.service.ts";
import { defineTable, fromPages } from "../table.ts";

const certificateTemplatesList = defineTable({
  kind: "certificate-templates-list",
  title: "certificateTemplatesTitle",
  fileName: "certificate-templates",
  permission: "certificate_template.manage",
  filters: ["search"],
  open: async (actor, { search, sort }) => fromPages((page) => getPageOfTemplates(actor, { search, sort, ...page })),
  columns: [
    { label: "name", value: (row) => row.name },
    { label: "userCoursesTitle", value: (row) => row.courses, format: "number" },
    { label: "pathsTitle", value: (row) => row.paths, format: "number" },
    { label: "issuedCertificates", value: (row) => row.issued, format: "number" },
    { label: "changedOn", value: (row) => row.updated_at, format: "minute" },
  ],
});

export const certificateTemplateLists = [certificateTemplatesList];
