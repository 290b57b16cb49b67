import type { Actor } from "../../access/actor.ts";
import { outranks, type Role } from "../../access/permissions.ts";
import { inInstance } from "../../access/tenancy.ts";
import { withUser } from "../../access/with-actor.ts";
import { AppError, Conflict, Forbidden, Invalid, Unauthenticated } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import type { Platform } from "../../platform/platform.ts";
import { recordAudit } from "../audit/audit.service.ts";
import { addPeople, removePerson } from "../groups/members.service.ts";
import { addPerson, toAuditSubject, updateUser } from "../users/people.service.ts";
import * as queries from "./links.queries.ts";
import { describePerson, type Profile } from "./mapping.ts";
import type { Identity } from "./identity.ts";
import type { UsedProvider } from "./providers.queries.ts";

/** Why a person of a provider may not sign in. */
type Refusal =
  | "no_account"
  | "no_email"
  | "email_unverified"
  | "higher_rank"
  | "other_subject"
  | "other_branch"
  | "branch_gone"
  | "author_gone"
  | "role_too_high";

/** What a sign-in would do. */
export interface Plan {
  action: "sign_in" | "link" | "create" | "refuse";
  refusal: Refusal | null;
  user: queries.LinkedUser | null;
  profile: Profile;
  /** The role of a new user. */
  role: Role;
  branch: { id: number; name: string; url: string } | null;
  groups: { id: number; name: string }[];
}

interface Arriving {
  instanceId: number;
  provider: UsedProvider;
  identity: Identity;
  /** The site where the person signs in, for links in mails. */
  origin: string;
}

/**
 * Decides what a sign-in does. A user is found by the stable subject alone; an existing user is linked by e-mail only
 * when the address is verified, and only up to the rank of who wrote the mapping.
 */
export async function planSignIn(
  platform: Platform,
  { instanceId, provider, identity }: Omit<Arriving, "origin">,
): Promise<Plan> {
  const trustsEmails = provider.kind === "saml" && provider.trusts_emails;
  const profile = describePerson(identity.claims, provider.mapping, { trustsEmails });
  const author = await findAuthor(platform, instanceId, provider);
  return inInstance(platform.database, instanceId, async (db): Promise<Plan> => {
    const at = { db, instanceId };
    const linked = await queries.findLinked(at, toSubject(provider, identity));
    const byEmail =
      linked || profile.email === null ? undefined : await queries.findByEmail(at, provider.id, profile.email);
    const places = { branchId: profile.branch_id ?? provider.branch_id, groupIds: profile.group_ids };
    const { branch, groups } = await queries.namePlaces(at, places);
    const role = profile.role ?? provider.mapping.default_role;
    const plan = { user: linked ?? byEmail ?? null, profile, role, branch, groups };
    const refuse = (refusal: Refusal): Plan => ({ ...plan, action: "refuse", refusal });
    if (linked) return { ...plan, action: "sign_in", refusal: null };
    if (byEmail) {
      if (!profile.is_email_verified) return refuse("email_unverified");
      if (author === null) return refuse("author_gone");
      const isAbove = byEmail.is_visitor || byEmail.role === "super_admin" || outranks(byEmail.role, author.role);
      if (isAbove) return refuse("higher_rank");
      if (byEmail.is_linked) return refuse("other_subject");
      if (provider.branch_id !== null && !byEmail.branch_ids.includes(provider.branch_id))
        return refuse("other_branch");
      return { ...plan, action: "link", refusal: null };
    }
    if (!provider.creates_accounts) return refuse("no_account");
    if (profile.email === null) return refuse("no_email");
    if (author === null) return refuse("author_gone");
    if (!author.roles.includes(role)) return refuse("role_too_high");
    // Without its branch, the account would be one of the main site.
    if (places.branchId !== null && branch === null) return refuse("branch_gone");
    return { ...plan, action: "create", refusal: null };
  });
}

/**
 * Finds, links or creates the user of a person who has signed in at a provider, and lets the user follow what the
 * provider says.
 * @throws Conflict with a message for the person, who does not learn whether an address has an account
 */
export async function resolveUser(platform: Platform, arriving: Arriving): Promise<number> {
  const plan = await planSignIn(platform, arriving);
  if (plan.action === "refuse") throw new Conflict(explainRefusal(plan.refusal!, arriving.provider.name));
  if (plan.action === "create") return createUser(platform, arriving, plan);
  const user = plan.user!;
  if (plan.action === "link") await linkUser(platform, arriving, user);
  const { instanceId, provider, identity } = arriving;
  await inInstance(platform.database, instanceId, (db) =>
    queries.touchLink({ db, instanceId }, toSubject(provider, identity)),
  );
  if (provider.updates_people) await followProvider(platform, arriving, plan, user);
  return user.id;
}

const toSubject = ({ id }: UsedProvider, { issuer, subject }: Identity): queries.Subject => ({
  providerId: id,
  issuer,
  subject,
});

function explainRefusal(refusal: Refusal, name: string) {
  if (refusal === "no_email" || refusal === "email_unverified")
    return t`${name} has not confirmed your email address. Please ask your training administrator.`;
  return t`There is no account here that you can use with ${name}. Please ask your training administrator.`;
}

/** Returns what the author of the mapping may give; null when they may not set up providers any more. */
async function findAuthor(
  platform: Platform,
  instanceId: number,
  provider: UsedProvider,
): Promise<{ role: Role; roles: readonly Role[] } | null> {
  return asAuthor(platform, { instanceId, provider, origin: "" }, async (author) => ({
    role: author.person.role,
    roles: author.givenRoles,
  }));
}

/** Works with the rights of who wrote the mapping. @returns null when they may not set up providers any more */
async function asAuthor<T>(
  platform: Platform,
  { instanceId, provider, origin }: Pick<Arriving, "instanceId" | "provider" | "origin">,
  work: (author: Actor) => Promise<T>,
): Promise<T | null> {
  if (provider.mapped_by === null) return null;
  try {
    return await withUser(platform, { instanceId, userId: provider.mapped_by, origin }, async (author) => {
      if (!author.can("identity.manage")) throw new Forbidden();
      return work(author);
    });
  } catch (error) {
    if (error instanceof Unauthenticated || error instanceof Forbidden) return null;
    throw error;
  }
}

async function createUser(platform: Platform, arriving: Arriving, plan: Plan): Promise<number> {
  const { provider, identity } = arriving;
  const { profile, role, branch, groups } = plan;
  const [localPart] = profile.email!.split("@");
  const input = {
    first_name: profile.first_name ?? localPart!.slice(0, 100),
    last_name: profile.last_name ?? "–",
    email: profile.email!,
    role,
    is_primary: branch === null,
    // Nobody is invited to set a password.
    skip_email: true,
  };
  const created = await refuseGently(provider, () =>
    asAuthor(platform, arriving, async (author) => {
      const reach = await author.reach("user.create", branch?.url);
      const place = { branchId: branch?.id ?? null, branchUrl: branch?.url ?? null };
      const fields = profile.fields.filter(({ value }) => value !== "");
      const add = (withFields: boolean) =>
        addPerson(author, reach, withFields && fields.length > 0 ? { ...input, fields } : input, place);
      // Values that a field does not take are left out: nobody could correct them here.
      const person = await add(true).catch((error: unknown) => {
        if (error instanceof Invalid && Object.keys(error.fields!).every((field) => field.startsWith("field_")))
          return add(false);
        throw error;
      });
      if (!(await queries.insertLink(reach, toSubject(provider, identity), person.id)))
        throw new Conflict(t`Please try again.`);
      if (groups.length > 0)
        await addPeople(
          author,
          [person.id],
          groups.map(({ id }) => id),
        );
      await recordLink(author, provider, person);
      return person.id;
    }),
  );
  if (created === null) throw new Conflict(explainRefusal("author_gone", provider.name));
  return created;
}

/** Tells a person that there is no place for them, without the figures that admins read. */
async function refuseGently<T>({ name }: UsedProvider, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Conflict)
      throw new Conflict(t`There is no place for another user at the moment. Please ask your training administrator.`);
    if (error instanceof Invalid)
      throw new Conflict(
        t`${name} sent details that cannot be used for an account. Please ask your training administrator.`,
      );
    throw error;
  }
}

async function linkUser(platform: Platform, arriving: Arriving, user: queries.LinkedUser): Promise<void> {
  const { provider, identity } = arriving;
  const isLinked = await asAuthor(platform, arriving, async (author) => {
    const reach = await author.reach("identity.manage");
    if (!(await queries.insertLink(reach, toSubject(provider, identity), user.id))) return false;
    await recordLink(author, provider, user);
    return true;
  });
  if (!isLinked) throw new Conflict(explainRefusal("other_subject", provider.name));
}

async function recordLink(
  author: Actor,
  { name }: UsedProvider,
  user: { id: number; first_name: string; last_name: string },
): Promise<void> {
  const reach = await author.reach("identity.manage");
  await recordAudit(author, reach, {
    action: "user.identity_linked",
    subject: toAuditSubject(user),
    changes: { provider: name },
  });
}

/** Brings names, role, groups and fields of a user to what the provider says; what is refused stays as it is. */
async function followProvider(
  platform: Platform,
  arriving: Arriving,
  { profile, groups }: Plan,
  user: queries.LinkedUser,
): Promise<void> {
  const { first_name, last_name, role, fields, ruled_group_ids } = profile;
  const changes = {
    ...(first_name !== null && first_name !== user.first_name && { first_name }),
    ...(last_name !== null && last_name !== user.last_name && { last_name }),
    ...(role !== null && role !== user.role && { role }),
  };
  const steps: ((author: Actor) => Promise<unknown>)[] = [];
  if (Object.keys(changes).length > 0) steps.push((author) => updateUser(author, user.id, changes));
  if (fields.length > 0) steps.push((author) => updateUser(author, user.id, { fields }));
  if (ruled_group_ids.length > 0)
    steps.push(async (author) => {
      const reach = await author.reach("group.manage");
      const current = await queries.listGroupsOf(reach, user.id, ruled_group_ids);
      const wanted = groups.map(({ id }) => id);
      const missing = wanted.filter((id) => !current.includes(id));
      if (missing.length > 0) await addPeople(author, [user.id], missing);
      for (const id of current) if (!wanted.includes(id)) await removePerson(author, id, user.id);
    });
  for (const step of steps)
    try {
      await asAuthor(platform, arriving, step);
    } catch (error) {
      // The last admin keeps the role, for example. The sign-in goes on.
      if (!(error instanceof AppError)) throw error;
      platform.log.warn(
        { provider: arriving.provider.id, user: user.id, code: error.code },
        "a user could not follow an identity provider",
      );
    }
}
