/**
 * The only place where permissions are declared: add an action here, give it to roles, then ask for it with
 * `actor.reach("noun.verb")`. `docs/permissions.md` is generated from this table.
 */
export const ACTIONS = {
  "session.own": "See who one is, read the terms of use, and sign out",
  "terms.accept": "Accept the terms of use",
  "second_factor.use": "Set up, use and remove one's own second factor for signing in",
  "catalogue.view":
    "Browse the catalogue, and enrol in its courses and learning paths oneself, where the organisation shows it",
  learn: "Enrol in courses, take them, see one's own progress and certificates",
  "profile.edit": "Change one's own name and password",
  "dashboard.view": "See the dashboard of the instance or branch",
  "user.view": "List people and see one person's courses, groups and branches",
  "user.read": "Read one person where a report needs it",
  "user.create": "Create and invite people of one's own rank or below",
  "user.edit": "Change people of one's own rank or below",
  "user.delete": "Delete people of one's own rank or below",
  "user.send_password_link": "Send people of one's own rank or below a link to set a new password",
  "user.message": "Send messages to people of one's own rank or below",
  "user.bulk": "Create people from a CSV file",
  "user.place": "Choose whether a new person has access to the main site",
  "enrolment.manage": "Enrol people in courses and end their enrolments",
  "group.view": "List groups and see their people and courses",
  "group.manage": "Create, change and delete groups",
  "branch.view": "List branches where a filter, picker or tab needs them",
  "branch.create": "Create and delete branches, and choose the default branch",
  "branch.manage": "Change branches, and say who and what belongs to them",
  "category.view": "See the categories of courses",
  "category.create": "Add a category from the course editor; from a branch, one of that branch",
  "category.manage": "Create, change and delete categories; from a branch, those that only that branch has",
  "resource_category.create": "Add a category of resources, which every site shares",
  "course.author":
    "Create, change, publish and delete courses, and add to the question bank; from a branch, change only courses and bank questions that the branch owns",
  "learning_path.view": "List learning paths, and see the people who are assigned to them and their progress",
  "learning_path.manage":
    "Create, change, publish and delete learning paths; from a branch, change only those that the branch owns",
  "learning_path.assign": "Assign learning paths to people, groups and branches, and end that",
  "automation.manage":
    "Create, change and delete automations, which run with the rights of the person who changed them last; from a branch, those that the branch owns",
  "badge.manage":
    "Create, change and delete badges, award them and revoke awards; from a branch, those that the branch owns",
  "certificate_template.manage": "Create, change and delete templates of certificates, which courses can use",
  "submission.review": "Accept or return what learners hand in",
  "report.view": "Read reports and the activity log",
  "report.schedule": "Have reports mailed to people, weekly or monthly",
  "package.report": "Read what packages have reported of people, and what they called",
  "file.upload": "Upload files for courses",
  "certificate.manage": "Revoke certificates, and have people take a course again",
  "audit.view": "Read the audit log",
  "first_steps.view": "See the first steps with a new instance, and hide them",
  "settings.manage": "Change the settings of the instance",
  "identity.manage": "Set up the identity providers by which people sign in, and who may still use a password",
  "registration.manage": "Invite people to register, open sites for registration, and approve registrations",
  "personal_data.manage": "Export everything about a person, and erase a person",
  "deleted.restore":
    "Restore what was deleted in the last 30 days; from a branch, its people and groups, and courses that it owns",
  "api_key.manage": "Create and revoke API keys",
  "provisioning.manage": "Create and revoke tokens for provisioning (SCIM), and read its log",
  "xapi.manage": "Manage xAPI credentials and read statements",
  "xapi.use": "Read and write the learning record store by its own interface",
  "cmi5.manage": "Import courses of cmi5 and launch them for others, waive and abandon, for other systems",
  "account.register": "Register a learner account",
  "instance.manage": "Manage instances, their people and their subscriptions",
} as const;

export type Action = keyof typeof ACTIONS;

const LEARNER = [
  "session.own",
  "terms.accept",
  "second_factor.use",
  "learn",
  "catalogue.view",
  "profile.edit",
  "category.view",
] as const;
const INSTRUCTOR = [
  ...LEARNER,
  "dashboard.view",
  "user.view",
  "user.read",
  "user.create",
  "user.edit",
  "user.delete",
  "user.send_password_link",
  "user.message",
  "enrolment.manage",
  "group.view",
  "group.manage",
  "branch.view",
  "category.create",
  "resource_category.create",
  "course.author",
  "learning_path.view",
  "learning_path.manage",
  "learning_path.assign",
  "submission.review",
  "package.report",
  "file.upload",
] as const;
const MANAGER = [
  ...LEARNER,
  "dashboard.view",
  "user.read",
  "branch.view",
  "learning_path.view",
  "learning_path.assign",
  "report.view",
  "package.report",
] as const;
const ADMIN = [
  ...INSTRUCTOR,
  "user.bulk",
  "user.place",
  "branch.create",
  "branch.manage",
  "category.manage",
  "report.view",
  "report.schedule",
  "certificate.manage",
  "automation.manage",
  "badge.manage",
  "certificate_template.manage",
  "audit.view",
  "first_steps.view",
  "settings.manage",
  "identity.manage",
  "registration.manage",
  "personal_data.manage",
  "deleted.restore",
  "api_key.manage",
  "provisioning.manage",
  "xapi.manage",
  "xapi.use",
  "cmi5.manage",
] as const;

export const ROLES = {
  learner: LEARNER,
  instructor: INSTRUCTOR,
  manager: MANAGER,
  admin: ADMIN,
  super_admin: [...ADMIN, "account.register", "instance.manage"],
} as const satisfies Record<string, readonly Action[]>;

export type Role = keyof typeof ROLES;

/**
 * Actions that need access to the main site, whatever the role, because they read or change what all sites of the
 * instance share. `actor.can` and `actor.reach` refuse them to users whose rights are limited to branches.
 */
export const MAIN_SITE_ONLY: ReadonlySet<Action> = new Set<Action>([
  "user.place",
  "branch.create",
  "resource_category.create",
  "report.schedule",
  "certificate_template.manage",
  "audit.view",
  "first_steps.view",
  "settings.manage",
  "identity.manage",
  "registration.manage",
  "personal_data.manage",
  "api_key.manage",
  "provisioning.manage",
  "xapi.manage",
  "xapi.use",
  "cmi5.manage",
  "account.register",
  "instance.manage",
]);

/** What a token for provisioning may do, with the rights of an admin of the main site. */
export const BY_PROVISIONING: ReadonlySet<Action> = new Set<Action>([
  "user.view",
  "user.read",
  "user.create",
  "user.edit",
  "user.delete",
  "user.place",
  "group.view",
  "group.manage",
]);

/** What API keys can be limited to. */
export const SCOPES = ["users", "courses", "enrolments", "reports", "settings"] as const;

export type Scope = (typeof SCOPES)[number];

/** The scope by which a key changes nothing, within the others; alone it is for all of them. */
export const READ = "read";

/** All names of scopes. */
export const SCOPE_NAMES: readonly string[] = [...SCOPES, READ];

/** The scopes that allow an action to a limited API key: any one of them; `all` for what every key may do. */
const SCOPES_OF: Record<Action, readonly Scope[] | "all"> = {
  "session.own": "all",
  "terms.accept": "all",
  "second_factor.use": "all",
  "branch.view": "all",
  learn: ["enrolments"],
  "catalogue.view": ["enrolments"],
  "profile.edit": ["users"],
  "dashboard.view": ["reports"],
  "user.view": ["users", "enrolments"],
  "user.read": ["users", "enrolments", "reports"],
  "user.create": ["users"],
  "user.edit": ["users"],
  "user.delete": ["users"],
  "user.send_password_link": ["users"],
  "user.message": ["users"],
  "user.bulk": ["users"],
  "user.place": ["users"],
  "enrolment.manage": ["enrolments"],
  "group.view": ["users", "enrolments"],
  "group.manage": ["users"],
  "branch.create": ["settings"],
  "branch.manage": ["settings"],
  "category.view": ["courses", "enrolments"],
  "category.create": ["courses"],
  "category.manage": ["courses"],
  "resource_category.create": ["courses"],
  "course.author": ["courses"],
  "learning_path.view": ["courses", "enrolments"],
  "learning_path.manage": ["courses"],
  "learning_path.assign": ["enrolments"],
  "automation.manage": ["settings"],
  "badge.manage": ["courses"],
  "certificate_template.manage": ["courses"],
  "submission.review": ["enrolments"],
  "report.view": ["reports"],
  "report.schedule": ["reports"],
  "package.report": ["reports"],
  "file.upload": ["courses"],
  "certificate.manage": ["enrolments"],
  "audit.view": ["reports"],
  "first_steps.view": ["settings"],
  "settings.manage": ["settings"],
  "registration.manage": ["settings"],
  "personal_data.manage": ["users"],
  "deleted.restore": ["settings"],
  "api_key.manage": ["settings"],
  "provisioning.manage": ["settings"],
  "identity.manage": ["settings"],
  "xapi.manage": ["settings"],
  "xapi.use": ["reports"],
  "cmi5.manage": ["courses"],
  "account.register": ["users"],
  "instance.manage": ["settings"],
};

/** Tells whether the scopes of an API key allow an action; null is a key without a limit. */
export function isInScope(scopes: readonly string[] | null, action: Action): boolean {
  const areas = scopes?.filter((scope) => scope !== READ) ?? [];
  if (areas.length === 0) return true;
  const allowing = SCOPES_OF[action];
  return allowing === "all" || allowing.some((scope) => areas.includes(scope));
}

const granted = new Map<string, ReadonlySet<string>>(
  Object.entries(ROLES).map(([role, actions]) => [role, new Set(actions)]),
);

/** Tells whether a role is granted an action anywhere. Where it may be done is for `Actor.reach`. */
export function allows(role: Role, action: Action): boolean {
  return granted.get(role)?.has(action) ?? false;
}

/** From the highest to the lowest. No role assigns, edits or deletes a higher one (P14). */
export const RANK: readonly Role[] = ["super_admin", "admin", "manager", "instructor", "learner"];

/** Tells whether one role is higher than another; an unknown role is never higher. */
export function outranks(role: string, other: Role): boolean {
  const place = RANK.indexOf(role as Role);
  return place !== -1 && place < RANK.indexOf(other);
}

/** Lists the roles that a role may assign: none above itself, and instructors create learners only (P14). */
export function listAssignableRoles(role: Role): Role[] {
  if (!allows(role, "user.create")) return [];
  return role === "instructor" ? ["learner"] : RANK.filter((other) => !outranks(other, role));
}
