import type { JobHandlers, JobMap } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import { runExport } from "./exports.service.ts";
import { mailScheduled, runSchedule } from "./sending.service.ts";

// As the queue is set up: the first try and eight more.
const LAST_TRY = 9;

type Names = "report.export" | "report.schedule" | "report.mail";

export const reportJobs = (platform: Platform): Pick<JobHandlers<JobMap>, Names> => ({
  "report.export": (payload, { attempt }) => runExport(platform, payload, attempt >= LAST_TRY),
  "report.schedule": (payload) => runSchedule(platform, payload),
  "report.mail": (payload) => mailScheduled(platform, payload),
});
