import type { JobHandlers, JobMap } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import { convertDocument } from "./document-views.service.ts";

export const fileJobs = (platform: Platform): Pick<JobHandlers<JobMap>, "document.convert"> => ({
  "document.convert": (payload, { attempt }) => convertDocument(platform, payload, attempt),
});
