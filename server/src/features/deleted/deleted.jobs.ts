import type { JobHandlers, JobMap } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import { purgeOld } from "./deleted.service.ts";

export const deletedJobs = (platform: Platform): Pick<JobHandlers<JobMap>, "deleted.purge"> => ({
  "deleted.purge": (payload) => purgeOld(platform, payload),
});
