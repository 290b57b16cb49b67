import type { JobHandlers, JobMap } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import { mailBatch } from "./mailing.service.ts";

export const notificationJobs = (platform: Platform): Pick<JobHandlers<JobMap>, "notifications.mail"> => ({
  "notifications.mail": (payload) => mailBatch(platform, payload),
});
