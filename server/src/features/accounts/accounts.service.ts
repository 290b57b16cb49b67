import * as z from "zod";
import type { Actor } from "../../access/actor.ts";
import type { InstanceSettings } from "../../access/person.ts";
import { passwordMatches } from "../../access/passwords.ts";
import {
  closeSession,
  findInstanceId,
  hash,
  readInstanceId,
  issueLoginCode,
  keepProviderSession,
  openSession,
  platformInstanceId,
  redeemLoginCode,
} from "../../access/session.ts";
import { findLinkHost, listLinkHosts } from "../../access/custom-hosts.ts";
import { isRemembered } from "../../access/remembered.ts";
import { inInstance } from "../../access/tenancy.ts";
import { upsertVisitor } from "../../access/visitors.ts";
import type { Db } from "../../db/client.ts";
import type { Platform } from "../../platform/platform.ts";
import { Invalid, Unauthenticated } from "../../errors.ts";
import { recordActivity } from "../activity/activity.service.ts";
import { type Branch, branchAt } from "../branches/branches.service.ts";
import { type Instance, instanceByUrl } from "../instances/instances.service.ts";
import { toSignOutAddress } from "../identity/sign-out.service.ts";
import { queueSecurityEvent } from "../mails/account-mails.service.ts";
import * as queries from "./accounts.queries.ts";
import { t } from "../../i18n/message.ts";

export interface SessionUser {
  id: number;
  first_name: string;
  last_name: string;
  email: string;
  role: string;
}

export interface SignIn {
  /** The session token on the instance's own host; elsewhere a one-time code for POST /api/login-code. */
  token: string;
  /** Where the code is exchanged: the instance's or branch's own host. */
  host: string;
  user: SessionUser;
}

export const UNKNOWN_SITE = t`We could not find a training site at this address.`;
const WRONG = t`The email or password is not correct.`;

const credentials = z.object({
  email: z
    .string()
    .trim()
    .min(1, t`Enter your email.`)
    .max(320),
  password: z.string().min(1, t`Enter your password.`),
});

/**
 * Signs a user in to the instance of this host, or to the named one (P1, P4, P5, P6, P64).
 * @throws Invalid for the fields email, instance_url or branch_url; WrongSite for a user of other branches; RateLimited
 * after too many failures
 */
export async function logIn(
  actor: Actor,
  input: {
    email: string;
    password: string;
    instanceUrl?: string | null | undefined;
    branchUrl?: string | null | undefined;
    moves?: boolean | null | undefined;
  },
): Promise<SignIn> {
  const { visit, platform } = actor;
  const { email, password } = parse(input);
  const site = findSite(platform, input.instanceUrl, visit.instanceLabel);
  if (!site) throw new Invalid({ instance_url: [t`Enter the domain of your training site.`] });
  const instanceId = await findInstanceId(platform.database, site);
  if (instanceId === null) throw new Invalid({ instance_url: [UNKNOWN_SITE] });
  const isOfHost = site === visit.instanceLabel;

  const account = `${instanceId}:${email.toLowerCase()}`;
  await platform.attempts.begin(account, visit.address);
  const known = await identify(actor, instanceId, email, password);
  if (!known) throw new Invalid({ email: [WRONG] });
  await platform.attempts.succeeded(account, visit.address);

  return inInstance(platform.database, instanceId, async (db) => {
    const exists = (url: string) => queries.branchExists(db, instanceId, url);
    // On the address of an unknown branch, a user may name the instance and is sent to its own address.
    const isLost = isOfHost && Boolean(input.instanceUrl && visit.branchLabel && !(await exists(visit.branchLabel)));
    const isMoving = Boolean(input.moves && input.branchUrl && input.branchUrl !== visit.branchLabel);
    const here = isOfHost && !isLost && !isMoving;
    const branchUrl = input.branchUrl || (here ? visit.branchLabel : null);
    if (branchUrl && !(await exists(branchUrl))) throw new Invalid({ branch_url: [UNKNOWN_SITE] });
    const userId = await admit(actor, { db, instanceId, branchUrl, known });
    const { first_name, last_name, email, role } = known.person;
    const mustSetUp = known.isVisitor && !known.person.has_factor && platform.config.DEMO === "off";
    const needsFactor = known.person.has_factor && !(here && (await isRemembered(db, instanceId, userId, visit)));
    const host = here ? visit.host : await findHost(actor, { db, instanceId, site, branchUrl });
    return {
      token: here
        ? await openSession(db, instanceId, userId, visit, { needsFactor, mustSetUp })
        : await issueLoginCode(db, instanceId, userId, host, { needsFactor, mustSetUp }),
      host,
      user: { id: userId, first_name, last_name, email, role },
    };
  });
}

/**
 * Signs in the operator who has just been created, at the first instance.
 * @param host of the instance
 * @returns a one-time code for the host
 */
export async function signInFirstOperator(
  actor: Actor,
  { email, domain, host }: { email: string; domain: string; host: string },
): Promise<string> {
  const { config, database } = actor.platform;
  const home = await platformInstanceId(database);
  const person = (await inInstance(database, home, (db) => queries.findCandidate(db, home, email)))!;
  const instanceId = (await findInstanceId(database, domain))!;
  return inInstance(database, instanceId, async (db) => {
    const userId = await admit(actor, { db, instanceId, branchUrl: null, known: { person, isVisitor: true } });
    return issueLoginCode(db, instanceId, userId, host, { mustSetUp: config.DEMO === "off" });
  });
}

/**
 * Lets a user in who has proved their identity at this site, and records the sign-in.
 * @returns the id of the user, or of an operator's row, in the instance
 * @throws Invalid for a user who may not sign in here or only by a provider
 */
export async function admit(
  actor: Actor,
  {
    db,
    instanceId,
    branchUrl,
    known,
  }: { db: Db; instanceId: number; branchUrl: string | null | undefined; known: Known },
): Promise<number> {
  refuseIfShutOut(actor.platform, known, branchUrl);
  if (known.person.must_use_provider)
    throw new Invalid({ email: [t`Your organisation signs in without passwords. Use its button on this page.`] });
  const userId = known.isVisitor ? await upsertVisitor(db, instanceId, known.person) : known.person.id;
  await recordActivity({ db, instanceId, userId }, { userId, kind: "signed_in" });
  await noteDevice(actor, { db, instanceId, userId });
  return userId;
}

/** Remembers the browser of a sign-in, and mails the user when they have others and not this one. */
export async function noteDevice(actor: Actor, at: { db: Db; instanceId: number; userId: number }): Promise<void> {
  // A new version of the browser is the same device.
  const device = actor.visit.userAgent.replace(/[\d._]+/g, "");
  if (await queries.isNewDevice(at, device)) await queueSecurityEvent(actor, at, "device");
}

/** Exchanges a one-time code for a session, on the host it was issued for. */
export async function redeemCode(actor: Actor, code: string): Promise<SignIn> {
  const { visit, platform } = actor;
  const instanceId = visit.instanceLabel ? await findInstanceId(platform.database, visit.instanceLabel) : null;
  if (instanceId === null || readInstanceId(code) !== instanceId) throw new Unauthenticated();
  const signIn = await inInstance(platform.database, instanceId, async (db): Promise<SignIn | null> => {
    const redeemed = await redeemLoginCode(db, instanceId, code, visit.host);
    const person = redeemed && (await queries.getCandidate(db, instanceId, redeemed.userId));
    if (!person) return null;
    const { id, first_name, last_name, email, role } = person;
    const needsFactor = redeemed.needsFactor && !(await isRemembered(db, instanceId, id, visit));
    const token = await openSession(db, instanceId, id, visit, { ...redeemed, needsFactor });
    if (redeemed.isByProvider) await keepProviderSession(db, instanceId, code, token);
    return { token, host: visit.host, user: { id, first_name, last_name, email, role } };
  });
  if (!signIn) throw new Unauthenticated();
  return signIn;
}

/**
 * Ends the session. @returns the address where the person signs out at the identity provider as well; null where they
 * do not
 */
export async function logOut(actor: Actor, token: string): Promise<string | null> {
  const reach = await actor.reach("session.own");
  const address = await toSignOutAddress(actor, reach, hash(token));
  await closeSession(reach.db, token);
  return address;
}

/** Returns the signed-in user as the client stores it locally. Rights never come from there. */
export function currentUser(actor: Actor): SessionUser {
  const { id, firstName, lastName, email, role } = actor.person;
  return { id, first_name: firstName, last_name: lastName, email, role };
}

/** What the client needs to render the product for the user; `can` lists actions of the permission table (P65). */
export interface Viewer extends SessionUser {
  language: string | null;
  can: readonly string[];
  gives_roles: readonly string[];
  /** Of the instance what each request knows; the rest is read when it is needed. */
  instance: InstanceSettings & { time_zone: string; read: () => Promise<Instance> };
  branch: Branch | null;
  /** The version of the terms of use to accept before anything else. */
  terms_due: number | null;
  /** What to do with a second factor before anything else: code or setup. */
  factor_due: string | null;
  /** The last day on which the user may do without the second factor that the role needs. */
  factor_due_on: string | null;
}

/**
 * Returns the caller with what the client draws from: actions, roles to give, instance and branch. @throws NotFound
 * without the branch
 */
export async function getViewer(actor: Actor, branchUrl?: string | null): Promise<Viewer> {
  const { db, instanceId } = await actor.reach("session.own", branchUrl);
  const branch = branchUrl ? await branchAt(db, actor.platform, instanceId, branchUrl) : null;
  return {
    ...currentUser(actor),
    language: actor.person.language,
    can: actor.actions,
    gives_roles: actor.givenRoles,
    instance: {
      ...actor.instance,
      time_zone: actor.instance.timeZone,
      read: async () => (await instanceByUrl(actor, actor.instance.domain))!,
    },
    branch,
    terms_due: actor.termsDue,
    factor_due: actor.factorDue,
    factor_due_on: actor.factorDueOn,
  };
}

export interface Known {
  person: queries.Candidate;
  isVisitor: boolean;
}

/**
 * Finds the user with this e-mail and password: a user of the instance, else an operator. No connection is held while
 * hashing.
 */
async function identify(
  { platform }: Actor,
  instanceId: number,
  email: string,
  password: string,
): Promise<Known | null> {
  const { database } = platform;
  const group = String(instanceId);
  const member = await inInstance(database, instanceId, (db) => queries.findCandidate(db, instanceId, email));
  if (member && (await passwordMatches(member.password_hash, password, group)))
    return { person: member, isVisitor: false };
  const home = await platformInstanceId(database);
  const operator = await inInstance(database, home, (db) => queries.findCandidate(db, home, email));
  if (operator?.role !== "super_admin") {
    if (!member) await passwordMatches(null, password, group);
    return null;
  }
  return (await passwordMatches(operator.password_hash, password, group))
    ? { person: operator, isVisitor: true }
    : null;
}

/**
 * Refuses to sign in people who are inactive, whose instance is closed, or who do not belong to the site. @throws
 * Invalid; WrongSite with their branches
 */
export function refuseIfShutOut(
  { config }: Platform,
  { person, isVisitor }: Known,
  branchUrl: string | null | undefined,
): void {
  if (!person.is_active)
    throw new Invalid({ email: [t`Your account is not active. Please ask your training administrator.`] });
  if (isVisitor) return;
  if (!person.instance_is_open)
    throw new Invalid({ email: [t`This training site is not active. Please ask your training administrator.`] });
  if (person.is_primary || person.branches.some((branch) => branch.url === branchUrl)) return;
  // Branches have no addresses there (ADR 227).
  if (config.SINGLE_INSTANCE && person.branches.length > 0) return;
  throw new WrongSite(branchUrl ? "branch_url" : "instance_url", person.branches);
}

/** A sign-in at an address where the user may not sign in, with the branches where they may. */
export class WrongSite extends Invalid {
  constructor(field: "branch_url" | "instance_url", branches: queries.Candidate["branches"]) {
    super({ [field]: [t`You cannot sign in at this address. Please use the address of your branch.`] });
    this.details = { branches: branches.map(({ url, name }) => ({ url, name })) };
  }
}

function parse(input: { email: string; password: string }): z.infer<typeof credentials> {
  const parsed = credentials.safeParse(input);
  if (!parsed.success) throw new Invalid(z.flattenError(parsed.error).fieldErrors as Record<string, string[]>);
  return parsed.data;
}

/** Returns the instance's label from typed text, which may also be a host name of the instance's own. */
export function findSite(
  { config, customHosts }: Platform,
  typed: string | null | undefined,
  own: string | null,
): string | null {
  const named = parseSite(typed, own, config.BASE_DOMAIN);
  return (named !== null && customHosts.find(named)?.instance) || named;
}

/** Returns the instance's label from typed text: 'acme', 'acme.learn.example.org' and a whole address all mean acme. */
export function parseSite(typed: string | null | undefined, own: string | null, baseDomain: string): string | null {
  const name = (typed ?? "")
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, "")
    .replace(/[/:].*$/, "");
  if (!name) return own;
  return name.endsWith(`.${baseDomain}`)
    ? name
        .slice(0, -baseDomain.length - 1)
        .split(".")
        .at(-1)!
    : name;
}

/** Returns the host of a site: its own name if links use one, else its labels below the base domain. */
export async function findHost(
  { platform: { config } }: Actor,
  { db, instanceId, site, branchUrl }: { db: Db; instanceId: number; site: string; branchUrl: string | null },
): Promise<string> {
  const own = config.SINGLE_INSTANCE ? undefined : findLinkHost(await listLinkHosts(db, instanceId), branchUrl);
  return own ?? [branchUrl, site, config.BASE_DOMAIN].filter(Boolean).join(".");
}
