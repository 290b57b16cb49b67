import type { JobHandlers, JobMap } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import { runImport } from "./import.service.ts";

export const archiveJobs = (platform: Platform): Pick<JobHandlers<JobMap>, "course.import"> => ({
  "course.import": (payload, { attempt }) => runImport(platform, payload, attempt),
});
