import type { JobHandlers, JobMap } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import { runExport } from "./exports/exports.service.ts";
import { refreshItems } from "./item-analysis.service.ts";
import { mailScheduled, runSchedule } from "./sending.service.ts";

// About an hour after the first one: the queue tries for longer, but a user waits for the answer.
const LAST_ATTEMPT = 9;

type JobName = "report.export" | "report.schedule" | "report.mail" | "report.items";

/** Returns the handlers of the jobs of reports. */
export const reportJobs = (platform: Platform): Pick<JobHandlers<JobMap>, JobName> => ({
  "report.export": (payload, { attempt }) => runExport(platform, payload, attempt >= LAST_ATTEMPT),
  "report.schedule": (payload) => runSchedule(platform, payload),
  "report.items": (payload) => refreshItems(platform, payload),
  "report.mail": (payload) => mailScheduled(platform, payload),
});
