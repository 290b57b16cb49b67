import type { Action } from "../access/permissions.ts";

/** The rows of a branch or instance with which operations can be called. */
export interface Place {
  /** The branch's label; null for the main site. */
  url: string | null;
  instance: number;
  branch: number;
  group: number;
  user: number;
  category: number;
  course: number;
  unit: number;
  question: number;
  /** An attempt of the user at the unit, a test. */
  testAttempt: number;
  /** Of the instance, because branches share the bank. */
  bankQuestion: number;
  submission: number;
  endedEnrolment: number;
  enrolmentRun: number;
  userField: number;
  customDomain: number;
  learningPath: number;
  automation: number;
  badge: number;
  badgeAward: number;
  invitation: number;
  subscription: number;
  apiKey: number;
  reportSchedule: number;
  xapiCredentials: number;
  package: number;
  /** A unit with that package, in which the user has an attempt. */
  packageUnit: number;
  /** A cmi5 course in a unit, and the uuid of its AU. */
  cmi5Package: number;
  cmi5Unit: number;
  au: string;
  /** An operator, who belongs to no instance. */
  operator: number;
}

export interface Operation {
  /** The permission of the operation; null for public ones. */
  opens: Action | null;
  /** Returns its arguments in GraphQL, for the rows of a place. */
  args: (at: Place) => string;
}

const opened = (opens: Action | null, args: (at: Place) => string = () => ""): Operation => ({ opens, args });
const url = (at: Place) => `branchUrl: ${at.url === null ? "null" : `"${at.url}"`}`;
const inBranch = (opens: Action) => opened(opens, url);
const withId = (opens: Action, row: keyof Place, name = "id") =>
  opened(opens, (at) => `${name}: ${at[row]}, ${url(at)}`);
const ofInstance = (opens: Action, row: keyof Place, more = "", name = "id") =>
  opened(opens, (at) => `${name}: ${at[row]}${more}`);

const PERSON = 'first_name: "New", last_name: "Person", role: "learner"';
const SCHEDULE = '{ name: "Weekly", kind: "users", every: "week", day: 1, hour: 7, user_ids: [] }';
const MESSAGE = '{ kind: "enrolled", language: "en", subject: "New: {course}", body: "Open {link}" }';
const automationOf = (at: Place) =>
  `{ name: "New", is_on: false, trigger: { kind: "person_created" }, actions: [{ kind: "add_to_group", group_id: ${at.group} }] }`;
const SUBSCRIPTION = ', billing_interval: "monthly", amount: 10';

/**
 * All root fields of the schema, with their permission and how they are called. A new field needs its line here, and so
 * gets its rows in the matrix (`matrix/`).
 */
export const OPERATIONS: Record<string, Operation> = {
  announcement: opened("user.message", () => "id: 1"),
  receivedAnnouncement: opened("learn", () => "id: 1"),
  sendAnnouncement: opened(
    "user.message",
    (at) =>
      `input: { request_key: "12345678", subject: "Drill", body: "At ten.", by_mail: true, in_product: true }, users: { user_ids: [${at.user}] }, ${url(at)}`,
  ),
  addCoursesToGroup: opened("group.manage", (at) => `group_id: ${at.group}, course_ids: [${at.course}], ${url(at)}`),
  addUserToBranch: opened(
    "branch.manage",
    (at) => `userBranchInput: { user_ids: [${at.user}], branch_ids: [${at.branch}], role: "student" }, ${url(at)}`,
  ),
  addUserToGroup: opened("group.manage", (at) => `user_id: ${at.user}, group_ids: [${at.group}], ${url(at)}`),
  addUsersToGroups: opened("group.manage", (at) => `user_ids: [${at.user}], group_ids: [${at.group}], ${url(at)}`),
  allowTestAttempts: opened(
    "enrolment.manage",
    (at) => `course_id: ${at.course}, unit_id: ${at.unit}, user_id: ${at.user}, extra: 1, ${url(at)}`,
  ),
  adminCourseEnrollment: opened(
    "enrolment.manage",
    (at) => `user_id: ${at.user}, course_ids: [${at.course}], ${url(at)}`,
  ),
  announceEditing: opened("course.author", (at) => `id: ${at.course}, window: "w1", ${url(at)}`),
  bankCategories: inBranch("course.author"),
  bankQuestions: inBranch("course.author"),
  apiAccess: opened("api_key.manage"),
  apiKeysPage: opened("api_key.manage"),
  xapiCredentials: opened("xapi.manage"),
  xapiStatementsPage: opened("xapi.manage"),
  createXapiCredentials: opened("xapi.manage", () => 'name: ""'),
  assignCoursesToBranch: opened(
    "branch.manage",
    (at) => `branchCoursesInput: { branch_id: ${at.branch}, course_ids: [${at.course}] }`,
  ),
  auditActions: opened("audit.view"),
  auditActors: opened("audit.view"),
  auditLog: opened("audit.view"),
  branch: opened(null, () => 'url: "north"'),
  branches: inBranch("branch.view"),
  branchesPage: inBranch("branch.manage"),
  branchRemoval: withId("branch.manage", "branch", "branch_id"),
  bulkCreateUsers: opened(
    "user.bulk",
    (at) =>
      `input: [{ ${PERSON}, email: "bulk@place.test", skip_email: true${at.url === null ? "" : `, branchUrls: ["${at.url}"]`} }], ${url(at)}`,
  ),
  categories: inBranch("category.view"),
  catalogue: inBranch("learn"),
  categoriesPage: inBranch("category.manage"),
  category: withId("category.manage", "category"),
  certificateTypes: opened("course.author"),
  completedCourses: inBranch("learn"),
  compliance: inBranch("report.view"),
  course: withId("learn", "course"),
  certifiedPage: inBranch("report.view"),
  courseAttempts: opened("learn", (at) => `course_id: ${at.course}, ${url(at)}`),
  courseImport: opened("course.author", () => "id: 1"),
  courseEnrollment: opened("learn", (at) => `input: { course_id: ${at.course} }, ${url(at)}`),
  courseImpact: withId("course.author", "course"),
  courseReport: withId("report.view", "course", "courseId"),
  courseUnenrollment: opened("enrolment.manage", (at) => `user_id: ${at.user}, course_id: ${at.course}, ${url(at)}`),
  courses: inBranch("learn"),
  coursesPage: inBranch("course.author"),
  createApiKey: opened("api_key.manage", () => 'name: "Import", role: "instructor"'),
  createBranch: opened("branch.create", () => 'input: { name: "West" }'),
  createCategory: opened("category.create", (at) => `name: "New", parent_id: ${at.category}, ${url(at)}`),
  createCourse: opened("course.author", (at) => `title: "New", description: "New", status: "draft", ${url(at)}`),
  createGroup: opened("group.manage", (at) => `input: { name: "New" }, ${url(at)}`),
  createInstanceUser: ofInstance(
    "instance.manage",
    "instance",
    `, ${PERSON}, email: "new.owner@x.test"`,
    "instance_id",
  ),
  createLmsInstance: opened("instance.manage", () => 'name: "New"'),
  createResourceCategory: opened("resource_category.create", (at) => `name: "New", ${url(at)}`),
  createSubscription: ofInstance("instance.manage", "instance", SUBSCRIPTION, "instance_id"),
  createUser: opened(
    "user.create",
    (at) => `input: { ${PERSON}, email: "new@place.test", skip_email: true }, ${url(at)}`,
  ),
  dashboardData: inBranch("dashboard.view"),
  deleteBankQuestions: opened("course.author", (at) => `ids: [${at.bankQuestion}], ${url(at)}`),
  deleteBranch: withId("branch.create", "branch", "branch_id"),
  deleteCategory: withId("category.manage", "category"),
  deletedPage: inBranch("deleted.restore"),
  deleteCourse: withId("course.author", "course"),
  deleteGroup: withId("group.manage", "group", "group_id"),
  deleteLmsInstance: ofInstance("instance.manage", "instance"),
  deleteSubscription: ofInstance("instance.manage", "subscription"),
  deleteUser: withId("user.delete", "user"),
  deleteUsers: opened("user.delete", (at) => `user_ids: [${at.user}], ${url(at)}`),
  duplicateCourse: withId("course.author", "course"),
  editCourse: opened(
    "course.author",
    (at) => `input: { id: ${at.course}, title: "New", description: "New", status: "draft" }, ${url(at)}`,
  ),
  completeCourseForPeople: opened(
    "certificate.manage",
    (at) => `course_id: ${at.course}, people: { user_ids: [${at.user}] }, reason: "Classroom", ${url(at)}`,
  ),
  createSampleCourse: inBranch("course.author"),
  createUserField: opened("settings.manage", () => 'input: { name: "Cost centre" }'),
  deleteUserField: ofInstance("settings.manage", "userField"),
  orderUserFields: opened("settings.manage", (at) => `ids: [${at.userField}]`),
  ownFields: opened("profile.edit"),
  calendarFeed: opened("learn"),
  createCalendarFeed: opened("learn"),
  deleteCalendarFeed: opened("learn"),
  updateUserField: ofInstance("settings.manage", "userField", ', input: { name: "Department" }'),
  userFields: opened("learn"),
  registrationOffer: opened(null, () => 'code: "x"'),
  register: opened(null, () => 'input: { code: "x", first_name: "A", last_name: "B", email: "a@b.test" }'),
  confirmRegistration: opened(null, () => 'email: "a@b.test", token: "x", password: "y"'),
  registrationSites: opened("registration.manage"),
  updateRegistrationSite: opened("registration.manage", () => "input: { is_open: false }"),
  invitationsPage: opened("registration.manage"),
  createInvitation: opened("registration.manage", () => 'input: { name: "x", days: 1 }'),
  revokeInvitation: ofInstance("registration.manage", "invitation"),
  registrationsPage: opened("registration.manage"),
  decideRegistrations: opened("registration.manage", () => "ids: [], approve: true"),
  termsOfUse: opened(null),
  sessions: opened("profile.edit"),
  revokeSession: opened("profile.edit", () => 'id: "00000000-0000-0000-0000-000000000000"'),
  revokeOtherSessions: opened("profile.edit"),
  secondFactor: opened("second_factor.use"),
  startTotp: opened("second_factor.use", () => 'password: "x"'),
  confirmTotp: opened("second_factor.use", () => 'code: "000000"'),
  confirmSecondFactor: opened("second_factor.use", () => 'code: "000000"'),
  renewRecoveryCodes: opened("second_factor.use", () => 'code: "000000"'),
  removeTotp: opened("second_factor.use", () => 'password: "x", code: "000000"'),
  resetSecondFactor: withId("user.send_password_link", "user"),
  acceptTerms: opened("terms.accept", () => "version: 1"),
  instanceUsage: opened("settings.manage"),
  licenceUsage: opened("user.create"),
  storageUsage: opened("course.author"),
  addCustomDomain: opened("settings.manage", () => 'host: "learn.place.example"'),
  checkCustomDomain: ofInstance("settings.manage", "customDomain"),
  customDomains: opened("settings.manage"),
  removeCustomDomain: ofInstance("settings.manage", "customDomain"),
  useCustomDomain: ofInstance("settings.manage", "customDomain", ", is_primary: true"),
  messages: opened("settings.manage"),
  previewMessage: opened("settings.manage", () => `input: ${MESSAGE}`),
  restoreMessage: opened("settings.manage", () => 'kind: "enrolled", language: "en"'),
  sendTestMessage: opened("settings.manage", () => `input: ${MESSAGE}`),
  switchMessage: opened("settings.manage", () => 'kind: "enrolled", by_mail: false'),
  updateMessage: opened("settings.manage", () => `input: ${MESSAGE}`),
  termsVersions: opened("settings.manage"),
  termsAcceptances: opened("settings.manage", () => "version: 1"),
  publishTerms: opened("settings.manage", () => 'text: "Be kind.", after: 0'),
  requireTerms: opened("settings.manage", () => "is_required: false"),
  retentionPreview: opened("settings.manage", () => "input: {}"),
  erasePerson: ofInstance("personal_data.manage", "user", ', name: "x"'),
  personalDataExport: ofInstance("personal_data.manage", "user", "", "user_id"),
  requestPersonalDataExport: ofInstance("personal_data.manage", "user", "", "user_id"),
  firstSteps: opened("first_steps.view"),
  hideFirstSteps: opened("first_steps.view", () => "hidden: true"),
  coursePeople: withId("enrolment.manage", "course", "course_id"),
  setDueDate: opened(
    "enrolment.manage",
    (at) => `course_id: ${at.course}, people: { user_ids: [${at.user}] }, due: { days: 30 }, ${url(at)}`,
  ),
  endCourseEnrolments: opened(
    "enrolment.manage",
    (at) => `course_id: ${at.course}, people: { user_ids: [${at.user}] }, ${url(at)}`,
  ),
  enrolByFilter: opened(
    "enrolment.manage",
    (at) => `course_id: ${at.course}, people: { user_ids: [${at.user}] }, ${url(at)}`,
  ),
  enrolmentRun: withId("enrolment.manage", "enrolmentRun"),
  peopleToEnrol: opened(
    "enrolment.manage",
    (at) => `course_id: ${at.course}, people: { user_ids: [${at.user}] }, ${url(at)}`,
  ),
  restoreEnrolments: opened("deleted.restore", (at) => `ids: [${at.endedEnrolment}]`),
  undoEnrolmentRun: withId("enrolment.manage", "enrolmentRun"),
  endEnrolments: opened(
    "enrolment.manage",
    (at) => `enrolments: [{ user_id: ${at.user}, course_id: ${at.course} }], ${url(at)}`,
  ),
  enrolUsers: opened("enrolment.manage", (at) => `user_ids: [${at.user}], course_ids: [${at.course}], ${url(at)}`),
  editInstanceUser: opened(
    "instance.manage",
    (at) => `user_id: ${at.user}, instance_id: ${at.instance}, primary_access: true, is_active: true, is_owner: true`,
  ),
  endPlatformAccess: ofInstance("instance.manage", "operator"),
  generateCertificate: opened("learn", (at) => `input: { course_id: ${at.course} }, ${url(at)}`),
  gradePreview: opened(
    "course.author",
    (at) => `course_id: ${at.course}, question_id: ${at.question}, response: "{}", ${url(at)}`,
  ),
  assignLearningPath: opened(
    "learning_path.assign",
    (at) => `id: ${at.learningPath}, to: { user_ids: [${at.user}], group_ids: [], branch_ids: [] }, ${url(at)}`,
  ),
  createLearningPath: opened(
    "learning_path.manage",
    (at) => `input: { title: "New", status: "draft", sections: [{ course_ids: [${at.course}] }] }, ${url(at)}`,
  ),
  deleteLearningPath: withId("learning_path.manage", "learningPath"),
  enrolInLearningPath: withId("learn", "learningPath"),
  learningPath: withId("learning_path.view", "learningPath"),
  learningPathCatalogue: inBranch("learn"),
  learningPathChoices: withId("learning_path.assign", "learningPath"),
  learningPathCourses: inBranch("learning_path.manage"),
  learningPathRemoval: withId("learning_path.manage", "learningPath"),
  learningPaths: inBranch("learning_path.view"),
  measureLearningPathChange: opened(
    "learning_path.manage",
    (at) =>
      `id: ${at.learningPath}, version: 1, input: { title: "Newer", status: "published", sections: [{ course_ids: [${at.course}] }] }, ${url(at)}`,
  ),
  myLearningPath: withId("learn", "learningPath"),
  myLearningPaths: inBranch("learn"),
  unassignLearningPath: opened(
    "learning_path.assign",
    (at) => `id: ${at.learningPath}, from: { user_ids: [${at.user}] }, ${url(at)}`,
  ),
  updateLearningPath: opened(
    "learning_path.manage",
    (at) =>
      `id: ${at.learningPath}, version: 1, input: { title: "Newer", status: "published", in_catalogue: true, sections: [{ course_ids: [${at.course}] }] }, ${url(at)}`,
  ),
  automation: withId("automation.manage", "automation"),
  automationChoices: opened("automation.manage", (at) => `kind: group, ${url(at)}`),
  automationRuns: withId("automation.manage", "automation"),
  automations: inBranch("automation.manage"),
  createAutomation: opened("automation.manage", (at) => `input: ${automationOf(at)}, ${url(at)}`),
  deleteAutomation: withId("automation.manage", "automation"),
  dryRunAutomation: opened("automation.manage", (at) => `id: ${at.automation}, input: ${automationOf(at)}, ${url(at)}`),
  retryAutomationRuns: withId("automation.manage", "automation"),
  switchAutomation: opened("automation.manage", (at) => `id: ${at.automation}, is_on: false, ${url(at)}`),
  updateAutomation: opened(
    "automation.manage",
    (at) => `id: ${at.automation}, version: 1, input: ${automationOf(at)}, ${url(at)}`,
  ),
  badge: withId("badge.manage", "badge"),
  badgeAwards: withId("badge.manage", "badge"),
  badgeKeys: opened("settings.manage"),
  badges: inBranch("badge.manage"),
  createBadge: opened("badge.manage", (at) => `input: { name: "New", criteria: "Be there" }, ${url(at)}`),
  deleteBadge: withId("badge.manage", "badge"),
  issueBadge: opened("badge.manage", (at) => `id: ${at.badge}, user_ids: [${at.user}], ${url(at)}`),
  myBadges: opened("learn"),
  hideFromLeaderboard: opened("profile.edit", () => "hide: true"),
  leaderboard: inBranch("learn"),
  restoreBadge: withId("badge.manage", "badgeAward"),
  revokeBadge: opened("badge.manage", (at) => `id: ${at.badgeAward}, reason: "x", ${url(at)}`),
  rotateBadgeKey: opened("settings.manage"),
  updateBadge: opened(
    "badge.manage",
    (at) => `id: ${at.badge}, version: 1, input: { name: "Newer", criteria: "Be there" }, ${url(at)}`,
  ),
  group: withId("group.view", "group"),
  groupRemoval: withId("group.manage", "group", "group_id"),
  groups: inBranch("group.view"),
  groupsPage: inBranch("group.view"),
  importCourse: opened("course.author", (at) => `file_path: "none", ${url(at)}`),
  instanceByUrl: opened(null, () => 'url: "demo"'),
  cmi5Course: opened("learn", (at) => `course_id: ${at.course}, unit_id: ${at.cmi5Unit}, ${url(at)}`),
  cmi5Standing: opened("cmi5.manage", (at) => `unit_id: ${at.cmi5Unit}, user_id: ${at.user}, ${url(at)}`),
  waiveAu: opened(
    "cmi5.manage",
    (at) => `unit_id: ${at.cmi5Unit}, user_id: ${at.user}, au: "${at.au}", reason: "x", ${url(at)}`,
  ),
  cmi5Preview: opened("course.author", (at) => `scorm_id: ${at.cmi5Package}, ${url(at)}`),
  launchAu: opened("learn", (at) => `course_id: ${at.course}, unit_id: ${at.cmi5Unit}, au: "${at.au}", ${url(at)}`),
  previewAu: opened("course.author", (at) => `scorm_id: ${at.cmi5Package}, au: "${at.au}", ${url(at)}`),
  launchScorm: opened("learn", (at) => `course_id: ${at.course}, unit_id: ${at.unit}, ${url(at)}`),
  lmsInstance: ofInstance("instance.manage", "instance"),
  lmsInstances: opened("instance.manage"),
  lmsInstancesPage: opened("instance.manage"),
  instanceSettings: opened("settings.manage"),
  loginUser: opened(null, () => 'email: "", password: ""'),
  markUnitComplete: opened(
    "learn",
    (at) => `input: { course_id: ${at.course}, unit_id: ${at.unit}, unit_type: "Test" }, ${url(at)}`,
  ),
  markNotificationsRead: opened("learn"),
  memberChoices: inBranch("user.view"),
  menuCounts: inBranch("learn"),
  myCourses: inBranch("learn"),
  questionTemplate: opened("course.author"),
  platformPeoplePage: opened("instance.manage"),
  recordWork: opened(
    "learn",
    (at) =>
      `input: { course_id: ${at.course}, unit_id: ${at.unit}, unit_type: "Test", time_spent: 0, completes: true }, ${url(at)}`,
  ),
  readQuestions: opened("course.author", (at) => `format: "csv", content: "", ${url(at)}`),
  registerUser: opened("account.register", () => `${PERSON}, email: "registered@x.test", password: "the way up there"`),
  mySubmissions: opened("learn", (at) => `course_id: ${at.course}`),
  narrowings: opened("user.view", (at) => `user_ids: [${at.user}], branch_ids: [${at.branch}], ${url(at)}`),
  notifications: opened("learn"),
  packageAttempts: opened("package.report", (at) => `unit_id: ${at.packageUnit}, user_id: ${at.user}, ${url(at)}`),
  packageQuestions: withId("package.report", "course", "course_id"),
  packageResultsPage: withId("package.report", "course", "course_id"),
  previewScorm: opened("course.author", (at) => `scorm_id: ${at.package}, ${url(at)}`),
  purgeDeleted: opened("deleted.restore", (at) => `kind: "enrolment", id: ${at.endedEnrolment}, name: "x", ${url(at)}`),
  removeCourseFromBranch: opened("branch.manage", (at) => `branch_id: ${at.branch}, course_id: ${at.course}`),
  removeCourseFromGroup: opened("group.manage", (at) => `group_id: ${at.group}, course_id: ${at.course}, ${url(at)}`),
  removeUserFromBranch: opened("branch.manage", (at) => `branch_id: ${at.branch}, user_id: ${at.user}, ${url(at)}`),
  setGroupDueRule: opened(
    "group.manage",
    (at) => `group_id: ${at.group}, course_id: ${at.course}, due: { days: 30 }, ${url(at)}`,
  ),
  removeUserFromGroup: opened("group.manage", (at) => `group_id: ${at.group}, user_id: ${at.user}, ${url(at)}`),
  createReportSchedule: opened("report.schedule", () => `input: ${SCHEDULE}`),
  editReportSchedule: ofInstance("report.schedule", "reportSchedule", `, input: ${SCHEDULE}`),
  pauseReportSchedule: ofInstance("report.schedule", "reportSchedule", ", is_paused: true"),
  deleteReportSchedule: ofInstance("report.schedule", "reportSchedule"),
  sendReportSchedule: ofInstance("report.schedule", "reportSchedule"),
  reportReaders: opened("report.schedule"),
  reportSchedules: opened("report.schedule"),
  reportDefinitions: opened("learn"),
  reportExports: opened("learn"),
  reportTable: opened("report.view", (at) => `kind: "users", ${url(at)}`),
  reportChoices: inBranch("report.view"),
  reportsAllCourses: inBranch("report.view"),
  reportsAllUsers: inBranch("report.view"),
  resendInvitation: withId("user.edit", "user"),
  sendPasswordLink: withId("user.send_password_link", "user"),
  resetPassword: opened(null, () => 'email: "", token: "", password: ""'),
  resourceCategories: inBranch("course.author"),
  reviewSubmission: opened("submission.review", (at) => `id: ${at.submission}, accept: true, ${url(at)}`),
  restoreDeleted: opened("deleted.restore", (at) => `kind: "enrolment", id: ${at.endedEnrolment}, ${url(at)}`),
  restoreAllDeleted: opened("deleted.restore", (at) => `kind: "enrolment", ids: [${at.endedEnrolment}], ${url(at)}`),
  restoreCertificate: opened("certificate.manage", (at) => `user_id: ${at.user}, course_id: ${at.course}, ${url(at)}`),
  retakeCourse: opened("learn", (at) => `course_id: ${at.course}, ${url(at)}`),
  revokeCertificate: opened(
    "certificate.manage",
    (at) => `user_id: ${at.user}, course_id: ${at.course}, reason: "Wrongly issued", ${url(at)}`,
  ),
  restoreEnrolment: ofInstance("deleted.restore", "endedEnrolment"),
  revokeApiKey: ofInstance("api_key.manage", "apiKey"),
  revokeXapiCredentials: ofInstance("xapi.manage", "xapiCredentials"),
  saveToBank: opened(
    "course.author",
    (at) => `category: "Rope work", questions: [{ type: "Free Text", question: "Why?" }], ${url(at)}`,
  ),
  scormPackage: opened("file.upload", (at) => `id: ${at.package}`),
  sendContactMessage: opened(null, () => 'firstname: "", lastname: "", email: "", country: "", message: ""'),
  sendPasswordReset: opened(null, () => 'email: ""'),
  setGroupLeader: opened(
    "group.manage",
    (at) => `group_id: ${at.group}, user_id: ${at.user}, is_leader: true, ${url(at)}`,
  ),
  setUsersActive: opened("user.edit", (at) => `user_ids: [${at.user}], is_active: true, ${url(at)}`),
  startTestAttempt: opened("learn", (at) => `course_id: ${at.course}, unit_id: ${at.unit}, ${url(at)}`),
  submitTestAttempt: opened(
    "learn",
    (at) => `course_id: ${at.course}, unit_id: ${at.unit}, attempt_id: ${at.testAttempt}, ${url(at)}`,
  ),
  testAttempts: opened("learn", (at) => `course_id: ${at.course}, unit_id: ${at.unit}, ${url(at)}`),
  testSettings: opened("learn", (at) => `course_id: ${at.course}, unit_id: ${at.unit}, ${url(at)}`),
  storeUnitResponse: opened(
    "learn",
    (at) =>
      `input: { course_id: ${at.course}, unit_id: ${at.unit}, unit_type: "Test", input_type: "question", input_key: "${at.question}", response: "{}" }, ${url(at)}`,
  ),
  submission: withId("submission.review", "submission"),
  submissionsPage: inBranch("submission.review"),
  subscription: ofInstance("instance.manage", "subscription"),
  trainingMatrix: inBranch("report.view"),
  updateBankQuestion: opened(
    "course.author",
    (at) => `id: ${at.bankQuestion}, category: "Ropes", question: { type: "Free Text", question: "Why?" }, ${url(at)}`,
  ),
  updateCategory: opened("category.manage", (at) => `id: ${at.category}, name: "Newer", ${url(at)}`),
  updateBranch: opened("branch.manage", (at) => `id: ${at.branch}, input: { name: "New" }, ${url(at)}`),
  updateGroup: opened("group.manage", (at) => `id: ${at.group}, input: { name: "Newer" }, ${url(at)}`),
  updateInstanceSettings: opened("settings.manage", () => 'version: 1, general: { name: "New" }'),
  updateLmsInstance: ofInstance("instance.manage", "instance", ', name: "New"'),
  updatePassword: opened(
    "profile.edit",
    () => 'current_password: "x", new_password: "x", new_password_confirmation: "x"',
  ),
  updateSubscription: ofInstance("instance.manage", "subscription", `${SUBSCRIPTION}, status: "active"`),
  updateUser: opened("user.edit", (at) => `id: ${at.user}, input: { first_name: "New" }, ${url(at)}`),
  updateUserDetails: opened("profile.edit", () => 'input: { first_name: "x", last_name: "y" }'),
  user: withId("user.read", "user"),
  userActivityLog: withId("report.view", "user"),
  userBranches: withId("user.view", "user", "user_id"),
  userProgress: opened("learn", (at) => `userId: ${at.user}, ${url(at)}`),
  users: inBranch("user.view"),
  usersPage: inBranch("user.view"),
  createUserView: opened("user.view", (at) => `input: { name: "Mine" }, ${url(at)}`),
  updateUserView: opened("user.view", () => 'id: 1, input: { name: "Mine" }'),
  deleteUserView: opened("user.view", () => "id: 1"),
  setUserListColumns: opened("user.view", (at) => `columns: ["email"], ${url(at)}`),
  viewer: inBranch("session.own"),
  withdrawAcceptance: withId("submission.review", "submission"),
};
