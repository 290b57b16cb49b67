import { i18n, type MessageDescriptor } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { roleLabel } from "../../app/roles.ts";
import {
  formatDateExample,
  formatWeekday,
  formatLanguage,
  formatList,
  formatLongDate,
  formatNumber,
} from "../../ui/format.ts";

/** Formats a value of a field that is not a list and not empty. */
type Format = (value: unknown) => string;
interface AuditField {
  label: MessageDescriptor;
  format?: Format;
}

const nameFrom =
  (names: Readonly<Record<string, MessageDescriptor>>): Format =>
  (value) =>
    Object.hasOwn(names, String(value)) ? i18n._(names[String(value)]!) : String(value);

const formatDay: Format = (value) => formatLongDate(String(value));
const formatId: Format = (value) => `#${String(value)}`;

const formatStatus = nameFrom({
  draft: msg`Draft`,
  published: msg`Published`,
  active: msg`Active`,
  trialing: msg`Trialing`,
  paused: msg`Paused`,
  cancelled: msg`Cancelled`,
});
const formatAudience = nameFrom({
  everybody: msg`Everybody`,
  main_site: msg`People with access to the main site`,
  nobody: msg`Nobody`,
});
const formatFile = nameFrom({ replaced: msg`Replaced`, removed: msg`Removed` });
const formatInterval = nameFrom({
  week: msg`Weekly`,
  month: msg`Monthly`,
  monthly: msg`Monthly`,
  yearly: msg`Yearly`,
});
const formatReport = nameFrom({
  users: msg`User Reports`,
  courses: msg`Course Reports`,
  "course-users": msg`Assigned Users`,
  "course-questions": msg`Questions`,
  certified: msg`Certificates`,
  everything: msg`Every learner in every course`,
  "package-results": msg`Results of packages`,
  "package-questions": msg`Questions in packages`,
  "user-courses": msg`Courses`,
  "user-certificates": msg`Certificates`,
  "user-activity": msg`Activity`,
});

/** The fields in the changes of entries. */
export const auditFields: Readonly<Record<string, AuditField>> = {
  name: { label: msg`Name` },
  first_name: { label: msg`First name` },
  last_name: { label: msg`Last name` },
  email: { label: msg`Email` },
  role: { label: msg`Role`, format: (value) => roleLabel(String(value)) },
  is_primary: { label: msg`Access to the main site` },
  is_active: { label: msg`Active` },
  is_owner: { label: msg`Owner of the instance` },
  skip_email: { label: msg`No mails` },
  deactivate_at: { label: msg`Deactivate on`, format: formatDay },
  in_bulk: { label: msg`Created in bulk` },
  user_fields: { label: msg`User fields` },
  type: { label: msg`Type` },
  choices: { label: msg`Choices` },
  is_required: { label: msg`Required` },
  is_listed: { label: msg`Shown in lists and reports` },
  visible_to: {
    label: msg`Who sees it`,
    format: nameFrom({ admins: msg`Admins`, staff: msg`All staff`, everybody: msg`Staff and the user` }),
  },
  is_editable_by_person: { label: msg`Users may change their own` },
  description: { label: msg`Description` },
  url: { label: msg`URL` },
  theme: { label: msg`Theme` },
  primary_color: { label: msg`Primary color` },
  secondary_color: { label: msg`Secondary color` },
  language: { label: msg`Language`, format: (value) => formatLanguage(String(value)) },
  languages: {
    label: msg`Languages offered`,
    format: (value) => formatList((value as string[]).map((each) => formatLanguage(each))),
  },
  date_format: { label: msg`Date format`, format: (value) => formatDateExample(String(value)) },
  time_zone: { label: msg`Time zone` },
  currency: { label: msg`Currency` },
  points_on: { label: msg`Points and leaderboard` },
  points_for_course: { label: msg`Points for a completed course` },
  points_for_path: { label: msg`Points for a completed learning path` },
  points_for_badge: { label: msg`Points for a badge` },
  welcome_text: { label: msg`Welcome text` },
  provider: { label: msg`Identity provider` },
  issuer: { label: msg`Issuer` },
  client_id: { label: msg`Client ID` },
  has_new_secret: { label: msg`New client secret` },
  sso_url: { label: msg`Address of sign-in` },
  allows_idp_initiated: { label: msg`People may begin at the provider` },
  requires_encryption: { label: msg`Assertions have to be encrypted` },
  single_logout: { label: msg`Sign out at the provider as well` },
  email_domains: { label: msg`Email domains` },
  has_button: { label: msg`Button on the login page` },
  creates_accounts: { label: msg`Creates accounts` },
  trusts_emails: { label: msg`Its emails are trusted` },
  updates_people: { label: msg`Users follow the provider` },
  default_role: { label: msg`Role of all others`, format: (value) => roleLabel(String(value)) },
  mapping: { label: msg`Rules for claims` },
  passwords_off: { label: msg`Sign in only with the organisation` },
  session_hours: { label: msg`Hours that a sign-in lasts` },
  idle_minutes: { label: msg`Minutes without use that end a sign-in` },
  second_factor_grace_days: { label: msg`Days to set up a second factor` },
  second_factor_roles: { label: msg`Roles that need a second factor` },
  remember_days: { label: msg`Days without the second factor on the same device` },
  priced_courses_need_assignment: { label: msg`Courses with a price have to be assigned` },
  catalogue_audience: { label: msg`Who sees the catalogue`, format: formatAudience },
  catalogue_sort: {
    label: msg`Order of the courses`,
    format: nameFrom({ newest: msg`Newest first`, title: msg`By title` }),
  },
  privacy_name: { label: msg`Data-protection contact: name` },
  privacy_email: { label: msg`Data-protection contact: email` },
  activity_months: { label: msg`Months of activity of users` },
  audit_months: { label: msg`Months of the audit log` },
  minutes: { label: msg`Minutes` },
  log_level: { label: msg`Level of the log` },
  inactive_months: { label: msg`Months until deactivated users are erased` },
  support_text: { label: msg`Support: text` },
  support_email: { label: msg`Support: email` },
  support_phone: { label: msg`Support: phone` },
  support_link: { label: msg`Support: link` },
  is_default: { label: msg`Default branch` },
  logo: { label: msg`Logo`, format: formatFile },
  logo_dark: { label: msg`Logo on dark pages`, format: formatFile },
  icon: { label: msg`Icon`, format: formatFile },
  login_picture: { label: msg`Picture at the login`, format: formatFile },
  first_weekday: { label: msg`Weeks begin on`, format: (value) => formatWeekday(Number(value)) },
  image: { label: msg`Image`, format: formatFile },
  parent: { label: msg`Parent Category` },
  parent_id: { label: msg`Parent Category`, format: formatId },
  branchIds: { label: msg`Branches`, format: formatId },
  days: { label: msg`Days of validity` },
  most_uses: { label: msg`Uses at most` },
  needs_approval: { label: msg`Approval needed` },
  domains: { label: msg`Domains` },
  branch_id: { label: msg`Branch`, format: formatId },
  course_id: { label: msg`Course`, format: formatId },
  group_ids: { label: msg`Groups`, format: formatId },
  groupIds: { label: msg`Groups`, format: formatId },
  lifted: { label: msg`Moved one level up` },
  status: { label: msg`Status`, format: formatStatus },
  version: { label: msg`Version` },
  units: { label: msg`Number of units` },
  copy_of: { label: msg`Copy of` },
  moved_from: { label: msg`Moved from` },
  moved_to: { label: msg`Moved to` },
  learners: { label: msg`Learners with progress` },
  course: { label: msg`Course` },
  path: { label: msg`Learning path` },
  certificate_months: { label: msg`Certificate valid for, in months` },
  certificate_template_id: { label: msg`Certificate template` },
  courses: { label: msg`Courses` },
  paths: { label: msg`Learning paths` },
  person: { label: msg`Person` },
  people: { label: msg`People` },
  by_mail: { label: msg`By mail` },
  in_product: { label: msg`Among the notifications` },
  is_leader: { label: msg`Group leader` },
  loses_access: { label: msg`Loses all access` },
  people_without_access: { label: msg`People without access to any site` },
  enrolments_ended: { label: msg`Enrolments ended` },
  attempt: { label: msg`Attempt` },
  reason: { label: msg`Reason` },
  due: { label: msg`Due date`, format: formatDue },
  due_reminders_before: { label: msg`Days before a due date` },
  due_reminders_after: { label: msg`Days after a due date` },
  due_digest: { label: msg`Send managers a digest every week` },
  category: { label: msg`Category` },
  question: { label: msg`Question`, format: formatId },
  questions: { label: msg`Number of questions` },
  domain: { label: msg`Domain` },
  license_count: { label: msg`License Count` },
  branch_limit: { label: msg`Branch Limit` },
  storage_limit_gb: { label: msg`Storage limit (GB)` },
  api_access: { label: msg`API Access Enabled` },
  branding_enabled: { label: msg`Branding Enabled` },
  trial_ends_at: { label: msg`Trial Ends At`, format: formatDay },
  plan_ends_at: { label: msg`Plan Ends At`, format: formatDay },
  kept_days: { label: msg`Kept for (days)` },
  billing_interval: { label: msg`Billing Interval`, format: formatInterval },
  amount: { label: msg`Amount` },
  kind: { label: msg`Report`, format: formatReport },
  every: { label: msg`How often`, format: formatInterval },
  day: { label: msg`Day` },
  hour: { label: msg`Hour` },
};

/** Formats a due date: a day, days after the enrolment, or why there is none. */
function formatDue(value: unknown): string {
  if (value === "none") return i18n._(msg`No due date`);
  if (value === "by_rules") return i18n._(msg`As groups and the course say`);
  return typeof value === "number"
    ? i18n._(msg`${plural(value, { one: "# day after enrolment", other: "# days after enrolment" })}`)
    : formatDay(value);
}

type Change = { field: string; before?: string | null; after?: string | null };

/** Formats a change of an entry: 'Role: Learner → Manager', or 'Role: Learner' for a given value. */
export function formatChange({ field, before, after }: Change): string {
  const { label, format } = Object.hasOwn(auditFields, field) ? auditFields[field]! : {};
  const name = label ? i18n._(label) : field.replaceAll("_", " ");
  const values = before == null ? [after] : [before, after];
  const text = values.map((value) => formatValue(value, format)).join(" → ");
  return i18n._(msg`${name}: ${text}`);
}

/** Formats a value, which is JSON. */
function formatValue(json: string | null | undefined, format: Format = formatPlain): string {
  const value: unknown = json == null ? null : JSON.parse(json);
  if (value === null || value === "") return "–";
  if (typeof value === "boolean") return i18n._(value ? msg`Yes` : msg`No`);
  if (Array.isArray(value)) return value.length === 0 ? "–" : formatList(value.map(format));
  return format(value);
}

function formatPlain(value: unknown): string {
  if (typeof value === "number") return formatNumber(value);
  return typeof value === "string" ? value : JSON.stringify(value);
}
