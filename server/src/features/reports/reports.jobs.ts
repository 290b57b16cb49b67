import type { JobHandlers, JobMap } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import { runExport } from "./exports.service.ts";

// As the queue is set up: the first try and eight more.
const LAST_TRY = 9;

export const reportJobs = (platform: Platform): Pick<JobHandlers<JobMap>, "report.export"> => ({
  "report.export": (payload, { attempt }) => runExport(platform, payload, attempt >= LAST_TRY),
});
