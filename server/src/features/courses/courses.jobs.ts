import type { JobHandlers, JobMap } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import { fetchPictures } from "./pictures.service.ts";

export const courseJobs = (platform: Platform): Pick<JobHandlers<JobMap>, "course.fetch_pictures"> => ({
  "course.fetch_pictures": (payload) => fetchPictures(platform, payload),
});
