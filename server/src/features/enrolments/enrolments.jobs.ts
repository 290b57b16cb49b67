import type { JobHandlers, JobMap } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import { continueRun } from "./runs.service.ts";

export const enrolmentJobs = (platform: Platform): Pick<JobHandlers<JobMap>, "enrolment.run"> => ({
  "enrolment.run": (payload) => continueRun(platform, payload),
});
