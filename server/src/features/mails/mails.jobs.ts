import type { JobHandlers, JobMap } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import { sendInvitations } from "./invitations.service.ts";
import { sendLinkMail } from "./mails.service.ts";

export const mailJobs = (platform: Platform): Pick<JobHandlers<JobMap>, "mail.link" | "mail.invitations"> => ({
  "mail.link": (payload) => sendLinkMail(platform, payload),
  "mail.invitations": (payload) => sendInvitations(platform, payload),
});
