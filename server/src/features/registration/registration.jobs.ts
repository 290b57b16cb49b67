import type { JobHandlers, JobMap } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import { mailDecision, mailRegistration } from "./registration-mails.service.ts";

export const registrationJobs = (
  platform: Platform,
): Pick<JobHandlers<JobMap>, "registration.mail" | "registration.decided"> => ({
  "registration.mail": (payload) => mailRegistration(platform, payload),
  "registration.decided": (payload) => mailDecision(platform, payload),
});
