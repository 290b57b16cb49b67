import type { JobHandlers, JobMap } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import { sendLinkMail } from "./mails.service.ts";

export const mailJobs = (platform: Platform): Pick<JobHandlers<JobMap>, "mail.link"> => ({
  "mail.link": (payload) => sendLinkMail(platform, payload),
});
