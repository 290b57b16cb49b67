import { announcementJobs } from "./features/announcements/announcements.jobs.ts";
import { archiveJobs } from "./features/archives/archives.jobs.ts";
import { courseJobs } from "./features/courses/courses.jobs.ts";
import { deletedJobs } from "./features/deleted/deleted.jobs.ts";
import { domainJobs } from "./features/domains/domains.jobs.ts";
import { identityJobs } from "./features/identity/identity.jobs.ts";
import { enrolmentJobs } from "./features/enrolments/enrolments.jobs.ts";
import { fileJobs } from "./features/files/files.jobs.ts";
import { instanceJobs } from "./features/instances/instances.jobs.ts";
import { mailJobs } from "./features/mails/mails.jobs.ts";
import { notificationJobs } from "./features/notifications/notifications.jobs.ts";
import { personalDataJobs } from "./features/personal-data/personal-data.jobs.ts";
import { registrationJobs } from "./features/registration/registration.jobs.ts";
import { reportJobs } from "./features/reports/reports.jobs.ts";
import { scormJobs } from "./features/scorm/scorm.jobs.ts";
import { settingsJobs } from "./features/settings/settings.jobs.ts";
import { testJobs } from "./features/learning/test-attempts.jobs.ts";
import { userJobs } from "./features/users/users.jobs.ts";
import type { JobHandlers, JobMap } from "./platform/jobs.ts";
import type { Platform } from "./platform/platform.ts";

/** Maps every job of the product to its handler, one line per feature. */
export function jobHandlers(platform: Platform): JobHandlers<JobMap> {
  return {
    ...announcementJobs(platform),
    ...archiveJobs(platform),
    ...courseJobs(platform),
    ...deletedJobs(platform),
    ...domainJobs(platform),
    ...identityJobs(platform),
    ...enrolmentJobs(platform),
    ...fileJobs(platform),
    ...instanceJobs(platform),
    ...mailJobs(platform),
    ...notificationJobs(platform),
    ...personalDataJobs(platform),
    ...registrationJobs(platform),
    ...reportJobs(platform),
    ...scormJobs(platform),
    ...settingsJobs(platform),
    ...testJobs(platform),
    ...userJobs(platform),
  };
}
