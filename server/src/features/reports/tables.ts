import { Invalid } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import { certifiedReport } from "./definitions/certified.report.ts";
import {
  branchComplianceReport,
  compliancePeopleReport,
  courseComplianceReport,
  pathComplianceReport,
} from "./definitions/compliance.report.ts";
import { courseMatrixReport } from "./definitions/course-matrix.report.ts";
import { courseQuestionsReport } from "./definitions/course-questions.report.ts";
import { courseUsersReport } from "./definitions/course-users.report.ts";
import { coursesReport } from "./definitions/courses.report.ts";
import { enrolmentsReport } from "./definitions/enrolments.report.ts";
import { itemAnalysisReport } from "./definitions/item-analysis.report.ts";
import { packageQuestionsReport } from "./definitions/package-questions.report.ts";
import { packageResultsReport } from "./definitions/package-results.report.ts";
import { surveyReport } from "./definitions/survey.report.ts";
import { testAttemptsReport } from "./definitions/test-attempts.report.ts";
import { pathMatrixReport, trainingMatrixReport } from "./definitions/training-matrix.report.ts";
import { userActivityReport } from "./definitions/user-activity.report.ts";
import { userCertificatesReport } from "./definitions/user-certificates.report.ts";
import { userCoursesReport } from "./definitions/user-courses.report.ts";
import { usersReport } from "./definitions/users.report.ts";
import { administrationLists } from "./lists/administration.ts";
import { courseLists } from "./lists/courses.ts";
import { groupAndBranchLists } from "./lists/groups-and-branches.ts";
import { learnerLists } from "./lists/learner.ts";
import { automationLists } from "./lists/automations.ts";
import { badgeLists } from "./lists/badges.ts";
import { certificateTemplateLists } from "./lists/certificate-templates.ts";
import { learningPathLists } from "./lists/learning-paths.ts";
import { packageLists } from "./lists/packages.ts";
import { peopleLists } from "./lists/people.ts";
import { platformLists } from "./lists/platform.ts";
import type { Table } from "./table.ts";

/** All reports. A new report is added here. */
export const REPORTS: readonly Table[] = [
  usersReport,
  coursesReport,
  courseUsersReport,
  courseMatrixReport,
  courseQuestionsReport,
  userCoursesReport,
  userCertificatesReport,
  userActivityReport,
  certifiedReport,
  packageResultsReport,
  packageQuestionsReport,
  enrolmentsReport,
  testAttemptsReport,
  itemAnalysisReport,
  surveyReport,
  trainingMatrixReport,
  pathMatrixReport,
  courseComplianceReport,
  pathComplianceReport,
  compliancePeopleReport,
  branchComplianceReport,
];

const TABLES = new Map(
  [
    ...REPORTS,
    ...peopleLists,
    ...learnerLists,
    ...courseLists,
    ...groupAndBranchLists,
    ...learningPathLists,
    ...automationLists,
    ...badgeLists,
    ...certificateTemplateLists,
    ...administrationLists,
    ...packageLists,
    ...platformLists,
  ].map((table) => [table.kind, table]),
);

/** Finds the report or list of a kind. */
export const findTable = (kind: string): Table | undefined => TABLES.get(kind);

/** Returns the report or list of a kind. @throws Invalid for an unknown kind */
export function getTable(kind: string): Table {
  const table = findTable(kind);
  if (!table) throw new Invalid({ kind: [t`There is no table '${kind}'.`] });
  return table;
}
