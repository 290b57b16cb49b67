import type { JobHandlers, JobMap } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import { purgeInstance } from "./purge.service.ts";

export const instanceJobs = (platform: Platform): Pick<JobHandlers<JobMap>, "instance.purge"> => ({
  "instance.purge": ({ instanceId }) => purgeInstance(platform, instanceId),
});
