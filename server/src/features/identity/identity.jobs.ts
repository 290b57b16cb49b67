import type { JobHandlers, JobMap } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import { refreshProvider } from "./refresh.service.ts";

export const identityJobs = (platform: Platform): Pick<JobHandlers<JobMap>, "identity.refresh"> => ({
  "identity.refresh": (payload) => refreshProvider(platform, payload),
});
