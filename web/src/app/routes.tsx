import { msg } from "@lingui/core/macro";
import { createRootRoute, createRoute, lazyRouteComponent, notFound, redirect } from "../router/index.ts";
import type { InboxSearch } from "../features/assignments/SubmissionsScreen.tsx";
import type { AuditSearch } from "../features/audit/AuditScreen.tsx";
import type { ReportSearch } from "../features/reports/reportSearch.ts";
import type { CertifiedSearch } from "../features/reports/certified/CertifiedScreen.tsx";
import { readCatalogueSearch } from "../features/learning/catalog/catalogueSearch.ts";
import { requireViewer, skipWhenSignedIn } from "./guards.ts";
import { loadTexts } from "./i18n.ts";
import { Root } from "./Root.tsx";
import { signOut } from "./session.ts";
import { readTableSearch, type TableSearch } from "./urlTable.ts";

// Every URL of the product stands in this file.

const root = createRootRoute({ component: Root });

const index = createRoute({
  getParentRoute: () => root,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/login", replace: true });
  },
});

/** A text in an address, under its name; nothing for anything else. */
const textIn = (raw: Record<string, unknown>, name: string) =>
  typeof raw[name] === "string" && raw[name] ? { [name]: raw[name] } : {};

/** The same for a whole number. */
const numberIn = (raw: Record<string, unknown>, name: string) =>
  Number.isSafeInteger(raw[name]) ? { [name]: raw[name] as number } : {};

// ------------------------------------------------------------------------------------------------------------ public

const login = createRoute({
  getParentRoute: () => root,
  path: "/login",
  staticData: { title: msg`Login` },
  validateSearch: (search): { success?: string } => textIn(search, "success"),
  beforeLoad: skipWhenSignedIn,
  component: lazyRouteComponent(() => import("../features/accounts/LoginScreen.tsx"), "LoginScreen"),
});

const loginRedirect = createRoute({
  getParentRoute: () => root,
  path: "/login-redirect",
  staticData: { title: msg`Logging in` },
  component: lazyRouteComponent(() => import("../features/accounts/LoginRedirectScreen.tsx"), "LoginRedirectScreen"),
});

/** What of a mail's link is in the address. A plus sign in an e-mail stays one; set-up turns spaces back itself. */
const linkOfMail = (search: Record<string, unknown>): { email?: string; token?: string } => ({
  ...textIn(search, "email"),
  ...((typeof search["token"] === "string" || typeof search["token"] === "number") && {
    token: String(search["token"]),
  }),
});

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: "/forgot-password",
  staticData: { title: msg`Forgot password` },
  component: lazyRouteComponent(() => import("../features/accounts/ForgotPasswordScreen.tsx"), "ForgotPasswordScreen"),
});

const passwordReset = createRoute({
  getParentRoute: () => root,
  path: "/password-reset",
  staticData: { title: msg`Reset password` },
  validateSearch: linkOfMail,
  component: lazyRouteComponent(() => import("../features/accounts/NewPasswordScreen.tsx"), "PasswordResetScreen"),
});

const setPassword = createRoute({
  getParentRoute: () => root,
  path: "/set-password",
  staticData: { title: msg`Set password` },
  validateSearch: linkOfMail,
  component: lazyRouteComponent(() => import("../features/accounts/NewPasswordScreen.tsx"), "SetPasswordScreen"),
});

const contact = createRoute({
  getParentRoute: () => root,
  path: "/contact",
  staticData: { title: msg`Contact` },
  beforeLoad: (): Promise<void> => loadTexts("product"),
  component: lazyRouteComponent(() => import("../features/contact/ContactScreen.tsx"), "ContactScreen"),
});

const videoTest = createRoute({
  getParentRoute: () => root,
  path: "/videotest",
  staticData: { title: msg`Video compatibility test` },
  beforeLoad: (): Promise<void> => loadTexts("product"),
  component: lazyRouteComponent(() => import("../features/contact/VideoTestScreen.tsx"), "VideoTestScreen"),
});

const open = [login, loginRedirect, forgotPassword, passwordReset, setPassword, contact, videoTest];

// --------------------------------------------------------------------------------------------------------- signed in

/** For everybody signed in; the roles and permissions that its children name are checked here. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: "signed-in",
  // The written return type keeps the router's type from depending on itself.
  beforeLoad: (opening): Promise<void> => requireViewer(opening),
});

const logout = createRoute({
  getParentRoute: () => signedIn,
  path: "/logout",
  beforeLoad: async ({ preload }) => {
    if (preload) return;
    await signOut();
    throw redirect({ to: "/login", replace: true });
  },
});

/** Screens with the top bar and the side menu. */
const shell = createRoute({
  getParentRoute: () => signedIn,
  id: "shell",
  component: lazyRouteComponent(() => import("./Shell.tsx"), "Shell"),
});

/** Of those, what only authors, managers and administrators open. */
const backOffice = createRoute({
  getParentRoute: () => shell,
  id: "back-office",
  beforeLoad: (): Promise<void> => loadTexts("product"),
});

/** An id in an address is a whole number; anything else is no page of the product. */
const idInPath = {
  parse: ({ id }: { id: string }) => {
    if (!/^[1-9]\d{0,8}$/.test(id)) throw notFound();
    return { id: Number(id) };
  },
};

// -------------------------------------------------------------------------------------------- dashboards and reports

const dashboard = createRoute({
  getParentRoute: () => shell,
  path: "/dashboard",
  // Homes are guarded by role alone: to be sent home from home would never end.
  staticData: { title: msg`Dashboard`, roles: ["super_admin", "admin", "instructor", "manager"] },
  component: lazyRouteComponent(() => import("../features/dashboards/DashboardScreen.tsx"), "DashboardScreen"),
});

const learnerDashboard = createRoute({
  getParentRoute: () => shell,
  path: "/learner/dashboard",
  staticData: { title: msg`Learner Dashboard` },
  component: lazyRouteComponent(
    () => import("../features/dashboards/LearnerDashboardScreen.tsx"),
    "LearnerDashboardScreen",
  ),
});

const myProgress = createRoute({
  getParentRoute: () => shell,
  path: "/learner/progress",
  staticData: { title: msg`My Progress`, can: "learn" },
  validateSearch: readTableSearch,
  component: lazyRouteComponent(() => import("../features/dashboards/MyProgressScreen.tsx"), "MyProgressScreen"),
});

const myCertificates = createRoute({
  getParentRoute: () => shell,
  path: "/learner/certificates",
  staticData: { title: msg`My Certificates`, can: "learn" },
  validateSearch: readTableSearch,
  component: lazyRouteComponent(
    () => import("../features/certificates/MyCertificatesScreen.tsx"),
    "MyCertificatesScreen",
  ),
});

const myBadges = createRoute({
  getParentRoute: () => shell,
  path: "/learner/badges",
  staticData: { title: msg`My Badges`, can: "learn" },
  component: lazyRouteComponent(() => import("../features/certificates/BadgesScreen.tsx"), "BadgesScreen"),
});

/** The same for a list of one of them. */
const listIn = (raw: Record<string, unknown>, name: string) => (Array.isArray(raw[name]) ? { [name]: raw[name] } : {});

/** A table's state, the tab, and what a report is narrowed to. */
const readReportSearch = (raw: Record<string, unknown>): TableSearch & ReportSearch & { tab?: string } => ({
  ...readTableSearch(raw),
  ...textIn(raw, "tab"),
  ...textIn(raw, "from"),
  ...textIn(raw, "to"),
  ...textIn(raw, "event"),
  ...numberIn(raw, "category"),
  ...listIn(raw, "branches"),
  ...listIn(raw, "groups"),
});

const courseReports = createRoute({
  getParentRoute: () => backOffice,
  path: "/reports/courses",
  staticData: { title: msg`Course Reports`, can: "report.view" },
  validateSearch: readReportSearch,
  component: lazyRouteComponent(
    () => import("../features/reports/AllCoursesReportScreen.tsx"),
    "AllCoursesReportScreen",
  ),
});

const courseReport = createRoute({
  getParentRoute: () => backOffice,
  path: "/reports/courses/$id",
  params: idInPath,
  staticData: { title: msg`Course Report`, can: "report.view" },
  validateSearch: readReportSearch,
  component: lazyRouteComponent(() => import("../features/reports/CourseReportScreen.tsx"), "CourseReportScreen"),
});

const boards = [dashboard, learnerDashboard, myProgress, myCertificates, myBadges];

const userReports = createRoute({
  getParentRoute: () => backOffice,
  path: "/reports/users",
  staticData: { title: msg`User Reports`, can: "report.view" },
  validateSearch: readReportSearch,
  component: lazyRouteComponent(() => import("../features/reports/AllUsersReportScreen.tsx"), "AllUsersReportScreen"),
});

const userReport = createRoute({
  getParentRoute: () => backOffice,
  path: "/reports/users/$id",
  params: idInPath,
  staticData: { title: msg`User Report`, can: "report.view" },
  validateSearch: readReportSearch,
  component: lazyRouteComponent(() => import("../features/reports/user/UserReportScreen.tsx"), "UserReportScreen"),
});

const reportExports = createRoute({
  getParentRoute: () => backOffice,
  path: "/reports/exports",
  staticData: { title: msg`Reports`, can: "report.view" },
  validateSearch: readReportSearch,
  component: lazyRouteComponent(() => import("../features/reports/exports/ExportsScreen.tsx"), "ExportsScreen"),
});

const reportSchedules = createRoute({
  getParentRoute: () => backOffice,
  path: "/reports/schedules",
  staticData: { title: msg`Reports`, can: "report.schedule" },
  component: lazyRouteComponent(() => import("../features/reports/schedules/SchedulesScreen.tsx"), "SchedulesScreen"),
});

const certified = createRoute({
  getParentRoute: () => backOffice,
  path: "/reports/certificates",
  staticData: { title: msg`Certificates`, can: "report.view" },
  validateSearch: (raw): TableSearch & ReportSearch & CertifiedSearch => {
    const state = (["due", "expired", "valid", "revoked"] as const).find((name) => name === raw["state"]);
    return { ...readReportSearch(raw), ...(state && { state }), ...numberIn(raw, "course") };
  },
  component: lazyRouteComponent(() => import("../features/reports/certified/CertifiedScreen.tsx"), "CertifiedScreen"),
});

const reports = [courseReports, courseReport, userReports, userReport, reportExports, reportSchedules, certified];

// -------------------------------------------------------------------------------------------------------------- people

const users = createRoute({
  getParentRoute: () => backOffice,
  path: "/users",
  staticData: { title: msg`Users`, can: "user.view" },
  validateSearch: readTableSearch,
  component: lazyRouteComponent(() => import("../features/users/UsersScreen.tsx"), "UsersScreen"),
});

const addUser = createRoute({
  getParentRoute: () => backOffice,
  path: "/adduser",
  staticData: { title: msg`Create New User`, can: "user.create" },
  component: lazyRouteComponent(() => import("../features/users/CreateUserScreen.tsx"), "CreateUserScreen"),
});

const editUser = createRoute({
  getParentRoute: () => backOffice,
  path: "/edituser/$id",
  params: idInPath,
  staticData: { title: msg`Edit User`, can: "user.edit" },
  component: lazyRouteComponent(() => import("../features/users/EditUserScreen.tsx"), "EditUserScreen"),
});

const viewUser = createRoute({
  getParentRoute: () => backOffice,
  path: "/user/$id",
  params: idInPath,
  staticData: { title: msg`User`, can: "user.view" },
  validateSearch: ({ tab }): { tab?: "groups" | "branches" } => (tab === "groups" || tab === "branches" ? { tab } : {}),
  component: lazyRouteComponent(() => import("../features/users/view/ViewUserScreen.tsx"), "ViewUserScreen"),
});

const bulkCreateUsers = createRoute({
  getParentRoute: () => backOffice,
  path: "/bulkcreateusers",
  staticData: { title: msg`Bulk Create Users`, can: "user.bulk" },
  component: lazyRouteComponent(() => import("../features/users/bulk/BulkCreateScreen.tsx"), "BulkCreateScreen"),
});

const people = [users, addUser, editUser, viewUser, bulkCreateUsers];

// -------------------------------------------------------------------------------------- groups, branches and categories

/** A table and the second tab of a page with two. */
const tableWithCourses = (raw: Record<string, unknown>): TableSearch & { tab?: "courses" } => ({
  ...readTableSearch(raw),
  ...(raw["tab"] === "courses" && { tab: "courses" as const }),
});

const groups = createRoute({
  getParentRoute: () => backOffice,
  path: "/groups",
  staticData: { title: msg`Groups`, can: "group.manage" },
  validateSearch: readTableSearch,
  component: lazyRouteComponent(() => import("../features/groups/GroupsScreen.tsx"), "GroupsScreen"),
});

const createGroup = createRoute({
  getParentRoute: () => backOffice,
  path: "/groups/create",
  staticData: { title: msg`Create A New Group`, can: "group.manage" },
  component: lazyRouteComponent(() => import("../features/groups/CreateGroupScreen.tsx"), "CreateGroupScreen"),
});

const viewGroup = createRoute({
  getParentRoute: () => backOffice,
  path: "/groups/$id",
  params: idInPath,
  staticData: { title: msg`Group`, can: "group.manage" },
  validateSearch: tableWithCourses,
  component: lazyRouteComponent(() => import("../features/groups/ViewGroupScreen.tsx"), "ViewGroupScreen"),
});

const editGroup = createRoute({
  getParentRoute: () => backOffice,
  path: "/groups/$id/edit",
  params: idInPath,
  staticData: { title: msg`Edit Group`, can: "group.manage" },
  component: lazyRouteComponent(() => import("../features/groups/EditGroupScreen.tsx"), "EditGroupScreen"),
});

const branches = createRoute({
  getParentRoute: () => backOffice,
  path: "/branches",
  staticData: { title: msg`Branches`, can: "branch.manage" },
  validateSearch: readTableSearch,
  component: lazyRouteComponent(() => import("../features/branches/BranchesScreen.tsx"), "BranchesScreen"),
});

const createBranch = createRoute({
  getParentRoute: () => backOffice,
  path: "/branches/create",
  staticData: { title: msg`Create A New Branch`, can: "branch.manage" },
  component: lazyRouteComponent(() => import("../features/branches/CreateBranchScreen.tsx"), "CreateBranchScreen"),
});

const viewBranch = createRoute({
  getParentRoute: () => backOffice,
  path: "/branches/$id",
  params: idInPath,
  staticData: { title: msg`Branch`, can: "branch.manage" },
  validateSearch: tableWithCourses,
  component: lazyRouteComponent(() => import("../features/branches/ViewBranchScreen.tsx"), "ViewBranchScreen"),
});

const editBranch = createRoute({
  getParentRoute: () => backOffice,
  path: "/branches/$id/edit",
  params: idInPath,
  staticData: { title: msg`Edit Branch`, can: "branch.manage" },
  component: lazyRouteComponent(() => import("../features/branches/EditBranchScreen.tsx"), "EditBranchScreen"),
});

const categories = createRoute({
  getParentRoute: () => backOffice,
  path: "/categories",
  staticData: { title: msg`Categories`, can: "category.manage" },
  validateSearch: readTableSearch,
  component: lazyRouteComponent(() => import("../features/categories/CategoriesScreen.tsx"), "CategoriesScreen"),
});

const createCategory = createRoute({
  getParentRoute: () => backOffice,
  path: "/categories/create",
  staticData: { title: msg`Create A New Category`, can: "category.manage" },
  component: lazyRouteComponent(
    () => import("../features/categories/CreateCategoryScreen.tsx"),
    "CreateCategoryScreen",
  ),
});

const editCategory = createRoute({
  getParentRoute: () => backOffice,
  path: "/categories/$id/edit",
  params: idInPath,
  staticData: { title: msg`Edit Category`, can: "category.manage" },
  component: lazyRouteComponent(() => import("../features/categories/EditCategoryScreen.tsx"), "EditCategoryScreen"),
});

const deleted = createRoute({
  getParentRoute: () => backOffice,
  path: "/deleted",
  staticData: { title: msg`Recently deleted`, can: "deleted.restore" },
  validateSearch: (raw): TableSearch & { kind?: string } => ({
    ...readTableSearch(raw),
    ...textIn(raw, "kind"),
  }),
  component: lazyRouteComponent(() => import("../features/deleted/DeletedScreen.tsx"), "DeletedScreen"),
});

const places = [
  groups,
  createGroup,
  viewGroup,
  editGroup,
  branches,
  createBranch,
  viewBranch,
  editBranch,
  categories,
  createCategory,
  editCategory,
  deleted,
];

// ----------------------------------------------------------------------------------------------------------- authoring

const courses = createRoute({
  getParentRoute: () => backOffice,
  path: "/courses",
  staticData: { title: msg`Courses`, can: "course.author" },
  component: lazyRouteComponent(() => import("../features/courses/CoursesScreen.tsx"), "CoursesScreen"),
});

const questionBank = createRoute({
  getParentRoute: () => backOffice,
  path: "/question-bank",
  staticData: { title: msg`Question bank`, can: "course.author" },
  validateSearch: (raw): TableSearch & { category?: string } => ({
    ...readTableSearch(raw),
    ...textIn(raw, "category"),
  }),
  component: lazyRouteComponent(
    () => import("../features/courses/editor/questions/QuestionBankScreen.tsx"),
    "QuestionBankScreen",
  ),
});

const addCourse = createRoute({
  getParentRoute: () => backOffice,
  path: "/addcourse",
  staticData: { title: msg`Add course`, can: "course.author" },
  component: lazyRouteComponent(() => import("../features/courses/editor/AddCourseScreen.tsx"), "AddCourseScreen"),
});

const editCourse = createRoute({
  getParentRoute: () => backOffice,
  path: "/courses/$id/edit",
  params: idInPath,
  staticData: { title: msg`Edit course`, can: "course.author" },
  component: lazyRouteComponent(() => import("../features/courses/editor/EditCourseScreen.tsx"), "EditCourseScreen"),
});

const packages = createRoute({
  getParentRoute: () => backOffice,
  path: "/courses/$id/packages",
  params: idInPath,
  staticData: { title: msg`Course Report`, can: "package.report" },
  validateSearch: readTableSearch,
  component: lazyRouteComponent(() => import("../features/reports/CourseReportScreen.tsx"), "PackagesScreen"),
});

/** Outside of the shell, as the player is. */
const previewCourse = createRoute({
  getParentRoute: () => signedIn,
  path: "/courses/$id/preview",
  params: idInPath,
  staticData: { title: msg`Course`, can: "course.author" },
  component: lazyRouteComponent(() => import("../features/learning/preview/PreviewRoute.tsx"), "PreviewRoute"),
});

const submissions = createRoute({
  getParentRoute: () => backOffice,
  path: "/submissions",
  staticData: { title: msg`Submissions`, can: "submission.review" },
  validateSearch: (raw): TableSearch & InboxSearch => ({
    ...readTableSearch(raw),
    ...numberIn(raw, "course"),
    ...textIn(raw, "state"),
  }),
  component: lazyRouteComponent(() => import("../features/assignments/SubmissionsScreen.tsx"), "SubmissionsScreen"),
});

const submission = createRoute({
  getParentRoute: () => backOffice,
  path: "/submissions/$id",
  params: idInPath,
  staticData: { title: msg`Submissions`, can: "submission.review" },
  component: lazyRouteComponent(() => import("../features/assignments/SubmissionScreen.tsx"), "SubmissionScreen"),
});

const authoring = [courses, questionBank, addCourse, editCourse, packages, submissions, submission];

// ----------------------------------------------------------------------------------------------------------- platform

/** Several ids in one address; each is a whole number, as in `idInPath`. */
const idsInPath = <Name extends string>(...names: Name[]) => ({
  parse: (params: Record<Name, string>) =>
    Object.fromEntries(names.map((name) => [name, idInPath.parse({ id: params[name] }).id])) as Record<Name, number>,
});

const instances = createRoute({
  getParentRoute: () => backOffice,
  path: "/admin/instances",
  staticData: { title: msg`Instances`, can: "instance.manage" },
  validateSearch: readTableSearch,
  component: lazyRouteComponent(() => import("../features/platform/InstancesScreen.tsx"), "InstancesScreen"),
});

const createInstance = createRoute({
  getParentRoute: () => backOffice,
  path: "/instances/create",
  staticData: { title: msg`Create Instance`, can: "instance.manage" },
  component: lazyRouteComponent(() => import("../features/platform/CreateInstanceScreen.tsx"), "CreateInstanceScreen"),
});

const viewInstance = createRoute({
  getParentRoute: () => backOffice,
  path: "/admin/instance/$id",
  params: idInPath,
  staticData: { title: msg`Instance`, can: "instance.manage" },
  validateSearch: (raw): TableSearch & { tab?: "courses" | "branches" | "subscriptions" } => {
    const { tab } = raw;
    const isTab = tab === "courses" || tab === "branches" || tab === "subscriptions";
    return { ...readTableSearch(raw), ...(isTab && { tab }) };
  },
  component: lazyRouteComponent(() => import("../features/platform/InstanceScreen.tsx"), "InstanceScreen"),
});

const editInstance = createRoute({
  getParentRoute: () => backOffice,
  path: "/admin/instance/$id/edit",
  params: idInPath,
  staticData: { title: msg`Edit Instance`, can: "instance.manage" },
  component: lazyRouteComponent(() => import("../features/platform/EditInstanceScreen.tsx"), "EditInstanceScreen"),
});

const createSubscription = createRoute({
  getParentRoute: () => backOffice,
  path: "/admin/instance/$id/subscriptions/create",
  params: idInPath,
  staticData: { title: msg`Create Subscription`, can: "instance.manage" },
  component: lazyRouteComponent(
    () => import("../features/platform/CreateSubscriptionScreen.tsx"),
    "CreateSubscriptionScreen",
  ),
});

const editSubscription = createRoute({
  getParentRoute: () => backOffice,
  path: "/admin/instance/$id/subscriptions/$subscription/edit",
  params: idsInPath("id", "subscription"),
  staticData: { title: msg`Edit Subscription`, can: "instance.manage" },
  component: lazyRouteComponent(
    () => import("../features/platform/EditSubscriptionScreen.tsx"),
    "EditSubscriptionScreen",
  ),
});

const createInstanceUser = createRoute({
  getParentRoute: () => backOffice,
  path: "/admin/instance/$id/users/create",
  params: idInPath,
  staticData: { title: msg`Create User`, can: "instance.manage" },
  component: lazyRouteComponent(
    () => import("../features/platform/CreateInstanceUserScreen.tsx"),
    "CreateInstanceUserScreen",
  ),
});

const viewInstanceUser = createRoute({
  getParentRoute: () => backOffice,
  path: "/admin/instance/$id/user/$user",
  params: idsInPath("id", "user"),
  staticData: { title: msg`User`, can: "instance.manage" },
  component: lazyRouteComponent(() => import("../features/platform/InstanceUserScreen.tsx"), "InstanceUserScreen"),
});

const editInstanceUser = createRoute({
  getParentRoute: () => backOffice,
  path: "/admin/instance/$id/user/$user/edit",
  params: idsInPath("id", "user"),
  staticData: { title: msg`Edit User`, can: "instance.manage" },
  component: lazyRouteComponent(
    () => import("../features/platform/EditInstanceUserScreen.tsx"),
    "EditInstanceUserScreen",
  ),
});

const platformPeople = createRoute({
  getParentRoute: () => backOffice,
  path: "/admin/people",
  staticData: { title: msg`Super admins`, can: "instance.manage" },
  validateSearch: readTableSearch,
  component: lazyRouteComponent(() => import("../features/platform/PlatformPeopleScreen.tsx"), "PlatformPeopleScreen"),
});

const register = createRoute({
  getParentRoute: () => backOffice,
  path: "/register",
  staticData: { title: msg`Register`, can: "account.register" },
  component: lazyRouteComponent(() => import("../features/platform/RegisterScreen.tsx"), "RegisterScreen"),
});

const audit = createRoute({
  getParentRoute: () => backOffice,
  path: "/audit",
  staticData: { title: msg`Audit log`, can: "audit.view" },
  validateSearch: (raw): TableSearch & AuditSearch => ({
    ...readTableSearch(raw),
    ...numberIn(raw, "person"),
    ...textIn(raw, "action"),
    ...textIn(raw, "kind"),
    ...textIn(raw, "from"),
    ...textIn(raw, "to"),
    ...(raw["log"] === "platform" && { log: "platform" as const }),
  }),
  component: lazyRouteComponent(() => import("../features/audit/AuditScreen.tsx"), "AuditScreen"),
});

const apiKeys = createRoute({
  getParentRoute: () => backOffice,
  path: "/api-keys",
  staticData: { title: msg`API keys`, can: "api_key.manage" },
  validateSearch: readTableSearch,
  component: lazyRouteComponent(() => import("../features/api-keys/ApiKeysScreen.tsx"), "ApiKeysScreen"),
});

const useApi = createRoute({
  getParentRoute: () => backOffice,
  path: "/api-keys/use",
  staticData: { title: msg`Use the API`, can: "api_key.manage" },
  component: lazyRouteComponent(() => import("../features/api-keys/UseApiScreen.tsx"), "UseApiScreen"),
});

const xapiStatements = createRoute({
  getParentRoute: () => backOffice,
  path: "/xapi-statements",
  staticData: { title: msg`xAPI statements`, can: "xapi.manage" },
  validateSearch: readTableSearch,
  component: lazyRouteComponent(() => import("../features/xapi/StatementsScreen.tsx"), "StatementsScreen"),
});

const xapiCredentials = createRoute({
  getParentRoute: () => backOffice,
  path: "/xapi-credentials",
  staticData: { title: msg`xAPI credentials`, can: "xapi.manage" },
  validateSearch: readTableSearch,
  component: lazyRouteComponent(() => import("../features/xapi/CredentialsScreen.tsx"), "CredentialsScreen"),
});

const platform = [
  instances,
  createInstance,
  viewInstance,
  editInstance,
  createSubscription,
  editSubscription,
  createInstanceUser,
  viewInstanceUser,
  editInstanceUser,
  platformPeople,
  register,
  audit,
  apiKeys,
  xapiStatements,
  xapiCredentials,
  useApi,
];

const profile = createRoute({
  getParentRoute: () => shell,
  path: "/profile",
  staticData: { title: msg`Profile Settings`, can: "profile.edit" },
  validateSearch: ({ tab }): { tab?: "security" } => (tab === "security" ? { tab } : {}),
  component: lazyRouteComponent(() => import("../features/profile/ProfileScreen.tsx"), "ProfileScreen"),
});

const support = createRoute({
  getParentRoute: () => shell,
  path: "/support",
  staticData: { title: msg`Support` },
  component: lazyRouteComponent(() => import("../features/support/SupportScreen.tsx"), "SupportScreen"),
});

// ---------------------------------------------------------------------------------------------------------- learning

const courseCatalog = createRoute({
  getParentRoute: () => shell,
  path: "/learner/course-catalog",
  staticData: { title: msg`Course Catalog` },
  validateSearch: readCatalogueSearch,
  component: lazyRouteComponent(() => import("../features/learning/catalog/CatalogScreen.tsx"), "CatalogScreen"),
});

const myCourses = createRoute({
  getParentRoute: () => shell,
  path: "/learner/courses",
  staticData: { title: msg`My Courses` },
  component: lazyRouteComponent(() => import("../features/learning/catalog/MyCoursesScreen.tsx"), "MyCoursesScreen"),
});

const viewCourse = createRoute({
  getParentRoute: () => shell,
  path: "/learner/catalog/course/$id",
  params: idInPath,
  staticData: { title: msg`Course` },
  validateSearch: ({ from, error }): { from?: "myCourses"; error?: string } => ({
    ...(from === "myCourses" && { from }),
    ...(typeof error === "string" && { error }),
  }),
  component: lazyRouteComponent(() => import("../features/learning/overview/OverviewScreen.tsx"), "OverviewScreen"),
});

/** The player has a layout of its own. A unit that makes no sense as a number is one that does not exist: 0. */
const player = createRoute({
  getParentRoute: () => signedIn,
  path: "/learner/course/$course/unit/{-$unit_order}",
  params: {
    parse: ({ course, unit_order }: { course: string; unit_order?: string }) => ({
      course: idInPath.parse({ id: course }).id,
      unit_order: unit_order === undefined ? undefined : /^\d{1,9}$/.test(unit_order) ? Number(unit_order) : 0,
    }),
  },
  staticData: { title: msg`Course` },
  component: lazyRouteComponent(() => import("../features/learning/player/PlayerScreen.tsx"), "PlayerScreen"),
});

const learning = [courseCatalog, myCourses, viewCourse];

export const routeTree = root.addChildren([
  index,
  ...open,
  signedIn.addChildren([
    logout,
    player,
    previewCourse,
    shell.addChildren([
      ...boards,
      ...learning,
      profile,
      support,
      backOffice.addChildren([...people, ...places, ...reports, ...authoring, ...platform]),
    ]),
  ]),
]);

declare module "../router/router.ts" {
  interface Register {
    routes: typeof routeTree;
  }
}
