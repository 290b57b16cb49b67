import type { JobHandlers, JobMap } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import { checkDomains } from "./checks.service.ts";

export const domainJobs = (platform: Platform): Pick<JobHandlers<JobMap>, "domains.check"> => ({
  "domains.check": (payload) => checkDomains(platform, payload),
});
