import type { JobHandlers, JobMap } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import { sendAccountChange, sendSecurityEvent } from "./account-mails.service.ts";
import { sendEmailChange } from "./email-change-mails.service.ts";
import { sendInvitations } from "./invitations.service.ts";
import { sendContactMail, sendLinkMail, sendResetMail } from "./mails.service.ts";
import { sendSiteList } from "./site-list-mails.service.ts";
import { sendTestMail } from "./test-mails.service.ts";

type Names =
  | "mail.link"
  | "mail.account_changed"
  | "mail.security"
  | "mail.email_change"
  | "mail.invitations"
  | "mail.reset_request"
  | "mail.contact"
  | "mail.site_list"
  | "mail.test";

export const mailJobs = (platform: Platform): Pick<JobHandlers<JobMap>, Names> => ({
  "mail.link": (payload) => sendLinkMail(platform, payload),
  "mail.account_changed": (payload) => sendAccountChange(platform, payload),
  "mail.security": (payload) => sendSecurityEvent(platform, payload),
  "mail.email_change": (payload) => sendEmailChange(platform, payload),
  "mail.invitations": (payload) => sendInvitations(platform, payload),
  "mail.reset_request": (payload) => sendResetMail(platform, payload),
  "mail.test": (payload) => sendTestMail(platform, payload),
  "mail.site_list": (payload) => sendSiteList(platform, payload),
  "mail.contact": (payload) => sendContactMail(platform, payload),
});
