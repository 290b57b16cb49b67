import { sql } from "kysely";
import { Forbidden, NotFound, SecondFactorDue, TermsNotAccepted, Unauthenticated } from "../errors.ts";
import type { Db } from "../db/client.ts";
import type { Platform } from "../platform/platform.ts";
import type { InstanceSettings, Person, Visit } from "./person.ts";
import {
  type Action,
  allows,
  BY_PROVISIONING,
  isInScope,
  READ,
  MAIN_SITE_ONLY,
  outranks,
  RANK,
  ROLES,
  type Role,
  listAssignableRoles,
} from "./permissions.ts";
import type { FactorDue } from "./factor-due.ts";
import type { SignedIn } from "./session.ts";
import { switchInstance } from "./tenancy.ts";
import { upsertVisitor } from "./visitors.ts";

/** What a reach consists of, besides the proof. */
interface Grant {
  readonly db: Db;
  readonly instanceId: number;
  /** The user who acts. */
  readonly userId: number;
  readonly role: Role;
  /** The branches the work is limited to; null is the whole instance. */
  readonly branchIds: number[] | null;
  /**
   * The branches to which the user's own rights are limited, whatever the work is limited to; null with access to the
   * main site.
   */
  readonly ownBranchIds: number[] | null;
  /** Groups whose members a manager may read (P15); empty for other roles. */
  readonly ledGroupIds: number[];
}

/**
 * Proves that an actor may do `A`, and on which rows. The class is not exported and has a private member, so that
 * neither an object literal nor a spread copy of a reach is one.
 */
class GrantedReach<A extends Action> implements Grant {
  declare private readonly action: A;
  readonly db: Db;
  readonly instanceId: number;
  readonly userId: number;
  readonly role: Role;
  readonly branchIds: number[] | null;
  readonly ownBranchIds: number[] | null;
  readonly ledGroupIds: number[];

  constructor(grant: Grant) {
    this.db = grant.db;
    this.instanceId = grant.instanceId;
    this.userId = grant.userId;
    this.role = grant.role;
    this.branchIds = grant.branchIds;
    this.ownBranchIds = grant.ownBranchIds;
    this.ledGroupIds = grant.ledGroupIds;
  }
}

/**
 * Proves that an actor may do `A`, and on which rows. Queries take a Reach, so no query can omit the tenant or the
 * permission. `actor.reach` and the functions of this file return one; nothing else can construct it.
 */
export type Reach<A extends Action = Action> = GrantedReach<A>;

/**
 * Returns the reach into a learner's own data for a caller who acts on it, such as an admin who waives a registration.
 * Instance and transaction stay the same.
 */
export function actForLearner(
  reach: Reach<"learn"> | Reach<"course.author"> | Reach<"cmi5.manage"> | Reach<"submission.review">,
  userId: number,
): Reach<"learn"> {
  return new GrantedReach({ ...reach, userId });
}

/**
 * Returns the reach without its branch limit, for rows that belong to something the user already works on. It widens
 * what is found, not what may be changed: `ownBranchIds` stays.
 */
export function acrossBranches<A extends Action>(reach: Reach<A>): Reach<A> {
  return new GrantedReach({ ...reach, branchIds: null });
}

/**
 * Returns the reach limited to some of its branches; groups that the caller leads no longer count.
 * @throws NotFound when one of the branches is not in the reach
 */
export function withinBranchIds<A extends Action>(reach: Reach<A>, branchIds: number[]): Reach<A> {
  const { branchIds: all } = reach;
  if (all !== null && !branchIds.every((id) => all.includes(id))) throw new NotFound("Branch");
  return new GrantedReach({ ...reach, branchIds, ledGroupIds: [] });
}

/**
 * Returns the reach for another action of the same user on the same rows, such as reading a user after changing them.
 * @throws Forbidden when the user may not do that, or when it would widen what they find
 */
export function alsoFor<A extends Action>(reach: Reach, action: A): Reach<A> {
  const isNarrower = reach.role === "manager" && FOR_PEOPLE_OF_MANAGERS.has(action);
  const needsMainSite = reach.ownBranchIds !== null && MAIN_SITE_ONLY.has(action);
  if (!allows(reach.role, action) || isNarrower || needsMainSite) throw new Forbidden();
  return new GrantedReach(reach);
}

/** Tables whose rows operators address by id alone, in any instance. */
export type OperatedTable = "users" | "branches" | "courses" | "subscriptions";

/** What managers of branches or groups may do for the users of those alone (P15). */
const FOR_PEOPLE_OF_MANAGERS: ReadonlySet<Action> = new Set<Action>([
  "report.view",
  "package.report",
  "dashboard.view",
  "user.read",
  "branch.view",
  "learning_path.view",
  "learning_path.assign",
]);

/** What a user may do before the second factor is shown or set up. */
const WITHOUT_FACTOR: ReadonlySet<Action> = new Set<Action>(["session.own", "second_factor.use"]);

/** What a user may do before the terms of use are accepted. */
const WITHOUT_TERMS: ReadonlySet<Action> = new Set<Action>([...WITHOUT_FACTOR, "terms.accept"]);

/** What an API key never does: sign in or out, change identities, or create keys or automations that outlive it. */
const NEVER_BY_KEY: ReadonlySet<Action> = new Set<Action>([
  "profile.edit",
  "user.send_password_link",
  "api_key.manage",
  "provisioning.manage",
  "identity.manage",
  "registration.manage",
  "terms.accept",
  "second_factor.use",
  "xapi.manage",
  "automation.manage",
]);

function seesCatalogue({ isPrimary }: Person, { catalogueAudience }: InstanceSettings): boolean {
  return catalogueAudience === "everybody" || (catalogueAudience === "main_site" && isPrimary);
}

/** Tells whether a key may do an action: never more than its scopes allow and its owner may at this moment. */
function keyMay({ ownerRole, scopes }: NonNullable<SignedIn["apiKey"]>, action: Action): boolean {
  return allows(ownerRole, action) && isInScope(scopes, action) && !NEVER_BY_KEY.has(action);
}

/** The sender of a request: a signed-in user with an open transaction in their instance, or an anonymous caller. */
export class Actor {
  readonly visit: Visit;
  readonly platform: Platform;
  readonly #open: { db: Db; signedIn: SignedIn } | null;

  constructor(visit: Visit, platform: Platform, open: { db: Db; signedIn: SignedIn } | null) {
    this.visit = visit;
    this.platform = platform;
    this.#open = open;
  }

  /** Whether the request carries a valid session, API key or launch token of this instance. */
  get isSignedIn(): boolean {
    return this.#open !== null;
  }

  /** Whether an API key acts for the user. */
  get isApiKey(): boolean {
    return this.#open !== null && this.#open.signedIn.apiKey !== null;
  }

  /** Whether the caller is an API key that may only read. */
  get readsOnly(): boolean {
    return this.#open?.signedIn.apiKey?.scopes?.includes(READ) ?? false;
  }

  /** Whether an automation acts with the user's rights. */
  get isAutomation(): boolean {
    return this.#open !== null && this.#open.signedIn.automation !== undefined;
  }

  /** The token for provisioning that acts for the user; null for all others. */
  get scim(): NonNullable<SignedIn["scim"]> | null {
    return this.#open?.signedIn.scim ?? null;
  }

  /** The user behind the request. @throws Unauthenticated for an anonymous caller */
  get person(): Person {
    return this.#signedIn().signedIn.person;
  }

  /** The instance the person is signed in to. */
  get instance(): InstanceSettings {
    return this.#signedIn().signedIn.instance;
  }

  /** The actor's name for the audit log: the user, and the API key, token or automation that acts for them. */
  get name(): string {
    const { person, apiKey, automation, scim } = this.#signedIn().signedIn;
    const name = `${person.firstName} ${person.lastName}`;
    if (scim !== undefined) return `${name} (SCIM token '${scim.name}')`;
    if (automation !== undefined) return `${name} (automation '${automation}')`;
    return apiKey ? `${name} (API key '${apiKey.name}')` : name;
  }

  /** The hash of the session's token; null for an API key and a token for provisioning. */
  get sessionHash(): Buffer | null {
    const { apiKey, scim, tokenHash } = this.#signedIn().signedIn;
    return apiKey || scim ? null : tokenHash;
  }

  /** What opened the learning record store; null for users. */
  get xapi(): SignedIn["xapi"] | null {
    return this.#signedIn().signedIn.xapi ?? null;
  }

  /** The version of the terms of use that the user has to accept before anything else; null for none. */
  get termsDue(): number | null {
    return this.#open?.signedIn.termsDue ?? null;
  }

  /** What the user has to do with a second factor before anything else: show it, or set it up; null for nothing. */
  get factorDue(): FactorDue | null {
    return this.#open?.signedIn.factorDue ?? null;
  }

  /** The last day on which the user may do without the second factor that the role needs; null without such a day. */
  get factorDueOn(): string | null {
    return this.#open?.signedIn.factorDueOn ?? null;
  }

  /** Tells whether the user may do an action, by their role, their access to the main site and the key they use. */
  can(action: Action): boolean {
    if (this.#open === null) return false;
    const { person, instance, apiKey, scim } = this.#open.signedIn;
    if (scim !== undefined && !BY_PROVISIONING.has(action)) return false;
    if (!person.isPrimary && MAIN_SITE_ONLY.has(action)) return false;
    if (action === "catalogue.view" && !seesCatalogue(person, instance)) return false;
    return allows(person.role, action) && (apiKey === null || keyMay(apiKey, action));
  }

  /** The roles that the caller may assign. */
  get givenRoles(): readonly Role[] {
    return listAssignableRoles(this.person.role).filter((role) => this.mayHandle(role));
  }

  /**
   * Tells whether the means by which the caller acts allow changes to users of a role and assigning it: an API key none
   * above learner (P79), a token for provisioning none of admins, whatever the role of the owner.
   */
  mayHandle(role: string): boolean {
    if (this.scim !== null) return RANK.includes(role as Role) && !outranks(role, "manager");
    return !this.isApiKey || role === "learner";
  }

  /** Lists all actions of the user, from which the client builds menus and buttons. */
  get actions(): readonly Action[] {
    return ROLES[this.person.role].filter((action) => this.can(action));
  }

  /**
   * Returns the reach for an action. `branchUrl` limits the work to one branch of the instance; a user without access
   * to the main site is always limited to their own branches (P4).
   * @throws Unauthenticated, Forbidden, SecondFactorDue, TermsNotAccepted; NotFound for a branch that is unknown or not theirs
   */
  async reach<A extends Action>(action: A, branchUrl?: string | null): Promise<Reach<A>> {
    const { person, instance } = this;
    if (!this.can(action)) throw new Forbidden();
    if (this.factorDue !== null && !WITHOUT_FACTOR.has(action)) throw new SecondFactorDue();
    if (this.termsDue !== null && !WITHOUT_TERMS.has(action)) throw new TermsNotAccepted();
    const narrowed =
      FOR_PEOPLE_OF_MANAGERS.has(action) &&
      person.role === "manager" &&
      (person.branches.length > 0 || person.ledGroupIds.length > 0);
    const own = person.isPrimary && !narrowed ? null : person.branches.map((branch) => branch.id);
    return new GrantedReach({
      db: this.#signedIn().db,
      instanceId: instance.id,
      userId: person.id,
      role: person.role,
      ownBranchIds: own,
      branchIds: branchUrl ? [await this.#branchId(branchUrl, own)] : own,
      ledGroupIds: narrowed && !branchUrl ? person.ledGroupIds : [],
    });
  }

  /**
   * Returns the reach in another instance, on the same transaction, for operators (P67).
   * @throws Forbidden for all others; NotFound for an unknown instance and the platform's own
   */
  async reachInstance<A extends Action>(action: A, instanceId: number): Promise<Reach<A>> {
    const here = await this.reach("instance.manage");
    if (!this.can(action)) throw new Forbidden();
    const { person } = this;
    const found = await here.db
      .selectFrom("instances")
      .select("id")
      .where("id", "=", instanceId)
      .where("is_platform", "=", false)
      .where("deleted_at", "is", null)
      .executeTakeFirst();
    if (!found) throw new NotFound("Instance");
    if (instanceId === here.instanceId) return this.reach(action);
    const db = switchInstance(here.db, instanceId);
    const visitor = {
      id: person.platformUserId!,
      first_name: person.firstName,
      last_name: person.lastName,
      email: person.email,
    };
    const userId = await upsertVisitor(db, instanceId, visitor);
    return new GrantedReach({ ...here, db, instanceId, userId });
  }

  /**
   * Returns the reach for one row that is named by its id: the ordinary one, or for operators the reach in the row's
   * instance (P67). It does not tell whether the row exists.
   */
  async reachRow<A extends Action>(
    action: A,
    table: OperatedTable,
    id: number,
    branchUrl?: string | null,
  ): Promise<Reach<A>> {
    const reach = await this.reach(action, branchUrl);
    if (!this.can("instance.manage")) return reach;
    const isHere = await reach.db
      .selectFrom(table)
      .select("id")
      .where("instance_id", "=", reach.instanceId)
      .where("id", "=", id)
      .executeTakeFirst();
    if (isHere) return reach;
    const instanceId = await this.instanceOfRow(table, id);
    return instanceId === null ? reach : this.reachInstance(action, instanceId);
  }

  /**
   * Returns the reach in the platform's own instance, on the same transaction, where operators are stored. For
   * operators only.
   */
  async reachPlatform(): Promise<Reach<"instance.manage">> {
    return this.#inPlatform(await this.reach("instance.manage"));
  }

  /**
   * Returns the reach where the user's account is stored, on the same transaction: in the platform's instance for
   * operators, here for all others.
   */
  async reachAccount<A extends "second_factor.use" | "profile.edit">(action: A): Promise<Reach<A>> {
    const here = await this.reach(action);
    return this.person.platformUserId === null ? here : this.#inPlatform(here);
  }

  /** Returns the same reach in the platform's instance, for operators. */
  async #inPlatform<A extends Action>(here: Reach<A>): Promise<Reach<A>> {
    // On the transaction's own connection: an operation holds one connection and never waits for a second.
    const { id: instanceId } = await here.db
      .selectFrom("instances")
      .select("id")
      .where("is_platform", "=", true)
      .executeTakeFirstOrThrow();
    if (instanceId === here.instanceId) return here;
    const db = switchInstance(here.db, instanceId);
    return new GrantedReach({ ...here, db, instanceId, userId: this.person.platformUserId! });
  }

  /** Returns the instance that a row belongs to, or null; for operators only. */
  async instanceOfRow(table: OperatedTable, id: number): Promise<number | null> {
    const { db } = await this.reach("instance.manage");
    const { rows } = await sql<{ found: number | null }>`SELECT instance_of_row(${table}, ${id}) AS found`.execute(db);
    return rows[0]?.found ?? null;
  }

  async #branchId(url: string, own: number[] | null): Promise<number> {
    const mine = this.person.branches.find((branch) => branch.url === url);
    if (mine) return mine.id;
    if (own !== null) throw new NotFound("Branch");
    const found = await this.#signedIn()
      .db.selectFrom("branches")
      .select("id")
      .where("instance_id", "=", this.instance.id)
      .where("url", "=", url)
      .where("deleted_at", "is", null)
      .executeTakeFirst();
    if (!found) throw new NotFound("Branch");
    return found.id;
  }

  #signedIn() {
    if (!this.#open) throw new Unauthenticated();
    return this.#open;
  }
}
