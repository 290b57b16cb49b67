import { sql } from "kysely";
import { Forbidden, NotFound, Unauthenticated } from "../errors.ts";
import type { Db } from "../db/client.ts";
import type { Platform } from "../platform/platform.ts";
import { type Action, allows, MAIN_SITE_ONLY, ROLES, type Role } from "./permissions.ts";
import type { SignedIn } from "./session.ts";
import { besides } from "./tenancy.ts";
import { upsertVisitor } from "./visitors.ts";

declare const granted: unique symbol;

/**
 * Proof that an actor may do `A`, and how far. Queries take a Reach, so none can be written that forgets the tenant or the
 * permission; it is had only from `actor.reach`.
 */
export interface Reach<A extends Action = Action> {
  readonly [granted]: A;
  readonly db: Db;
  readonly instanceId: number;
  /** Who acts. */
  readonly userId: number;
  readonly role: Role;
  /** The branches the work is limited to; null is the whole instance. */
  readonly branchIds: number[] | null;
  /** The branches that the person's rights end at, whatever the work is limited to; null with access to the main site. */
  readonly ownBranchIds: number[] | null;
  /** A manager who leads groups reads those groups' people too (decision 15); empty for everybody else. */
  readonly ledGroupIds: number[];
}

/**
 * The reach into what is a learner's own, of whoever brings it about for them: who holds a registration of theirs waives, abandons and
 * ends what they do in it. The instance stays the same, and so does the transaction.
 */
export function onBehalfOf(
  reach: Reach<"learn"> | Reach<"course.author"> | Reach<"cmi5.manage"> | Reach<"submission.review">,
  userId: number,
): Reach<"learn"> {
  return { ...reach, userId } as unknown as Reach<"learn">;
}

/** The signed-in person, as the database knows them at this moment. */
export interface Person {
  id: number;
  firstName: string;
  lastName: string;
  email: string;
  role: Role;
  isPrimary: boolean;
  language: string | null;
  branches: { id: number; url: string }[];
  ledGroupIds: number[];
  /** The row in the platform's instance, for its own people visiting this one; null for everybody else. */
  platformUserId: number | null;
}

/** Tables whose rows the platform's operators name by id alone, whatever instance they are of. */
export type OperatedTable = "users" | "branches" | "courses" | "subscriptions";

/** The instance of this request; its settings are read once, with the session. */
export interface InstanceSettings {
  id: number;
  name: string;
  domain: string;
  timeZone: string;
  currency: string;
  pricedCoursesNeedAssignment: boolean;
}

/** Where a request came from. */
export interface Visit {
  host: string;
  /** Scheme, host and port, for links back to where the person is. */
  origin: string;
  address: string;
  userAgent: string;
  requestId: string;
  instanceLabel: string | null;
  branchLabel: string | null;
}

/** What a manager of branches or groups reads of those people only (decision 15). */
const READS_OF_PEOPLE: ReadonlySet<Action> = new Set<Action>([
  "report.view",
  "package.report",
  "dashboard.view",
  "user.read",
  "branch.view",
]);

/** What an API key never does: sign in or out, change who somebody is, or make keys that outlive it. */
const NEVER_BY_KEY: ReadonlySet<Action> = new Set<Action>([
  "profile.edit",
  "user.send_password_link",
  "api_key.manage",
  "xapi.manage",
]);

/** A key does nothing that its owner may not do at this moment, whatever role it was given. */
function keyMay(ownerRole: Role, action: Action): boolean {
  return allows(ownerRole, action) && !NEVER_BY_KEY.has(action);
}

/** Whoever sent this request: a signed-in person with an open transaction in their instance, or nobody yet. */
export class Actor {
  readonly visit: Visit;
  readonly platform: Platform;
  readonly #open: { db: Db; signedIn: SignedIn } | null;

  constructor(visit: Visit, platform: Platform, open: { db: Db; signedIn: SignedIn } | null) {
    this.visit = visit;
    this.platform = platform;
    this.#open = open;
  }

  /** Whether the request carries a valid session, key or launch token of this instance. */
  get isSignedIn(): boolean {
    return this.#open !== null;
  }

  /** Whether an API key acts for the person. */
  get isApiKey(): boolean {
    return this.#open !== null && this.#open.signedIn.apiKey !== null;
  }

  /** The person behind the request; refuses an anonymous one. */
  get person(): Person {
    return this.#signedIn().signedIn.person;
  }

  /** The instance the person is signed in to. */
  get instance(): InstanceSettings {
    return this.#signedIn().signedIn.instance;
  }

  /** Who acts, in words for the audit log: the person, and the API key where one acts for them. */
  get name(): string {
    const { person, apiKey } = this.#signedIn().signedIn;
    const name = `${person.firstName} ${person.lastName}`;
    return apiKey ? `${name} (API key '${apiKey.name}')` : name;
  }

  /** The session of this request, by the hash of its token; null where an API key acts. */
  get sessionHash(): Buffer | null {
    const { apiKey, tokenHash } = this.#signedIn().signedIn;
    return apiKey ? null : tokenHash;
  }

  /** What this request opened the learning record store with; null for people. */
  get xapi(): SignedIn["xapi"] | null {
    return this.#signedIn().signedIn.xapi ?? null;
  }

  /** Tells whether the person may do this, by their role, their access to the main site and the key they use. */
  can(action: Action): boolean {
    if (this.#open === null) return false;
    const { person, apiKey } = this.#open.signedIn;
    if (!person.isPrimary && MAIN_SITE_ONLY.has(action)) return false;
    return allows(person.role, action) && (apiKey === null || keyMay(apiKey.ownerRole, action));
  }

  /** Every action the person may do, for the client to draw menus and buttons from. */
  get actions(): readonly Action[] {
    return ROLES[this.person.role].filter((action) => this.can(action));
  }

  /**
   * The door to the database. `branchUrl` narrows the work to one branch of the instance; a person without access to the main
   * site is always kept to their own branches (decision 4).
   * @throws Unauthenticated, Forbidden; NotFound for a branch that is unknown or not theirs
   */
  async reach<A extends Action>(action: A, branchUrl?: string | null): Promise<Reach<A>> {
    const { person, instance } = this;
    if (!this.can(action)) throw new Forbidden();
    const narrowed =
      READS_OF_PEOPLE.has(action) &&
      person.role === "manager" &&
      (person.branches.length > 0 || person.ledGroupIds.length > 0);
    const own = person.isPrimary && !narrowed ? null : person.branches.map((branch) => branch.id);
    return {
      db: this.#signedIn().db,
      instanceId: instance.id,
      userId: person.id,
      role: person.role,
      ownBranchIds: own,
      branchIds: branchUrl ? [await this.#branchId(branchUrl, own)] : own,
      ledGroupIds: narrowed && !branchUrl ? person.ledGroupIds : [],
    } as unknown as Reach<A>;
  }

  /**
   * The same door into another instance, on the same transaction, for the platform's operators (decision 67).
   * @throws Forbidden for everybody else; NotFound for an instance that is not there, and for the platform's own
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
    const db = besides(here.db, instanceId);
    const visitor = {
      id: person.platformUserId!,
      first_name: person.firstName,
      last_name: person.lastName,
      email: person.email,
    };
    const userId = await upsertVisitor(db, instanceId, visitor);
    return { ...here, db, instanceId, userId } as unknown as Reach<A>;
  }

  /**
   * The reach for one row that is named by its id alone: the ordinary one, and for the platform's operators that of the
   * instance the row belongs to (decision 67). Whether the row is there at all is the query's to say.
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

  /** The platform's own instance, on the same transaction: where its operators are known. For them only. */
  async reachPlatform(): Promise<Reach<"instance.manage">> {
    const here = await this.reach("instance.manage");
    // On the transaction's own connection: an operation holds one and never waits for a second.
    const { id: instanceId } = await here.db
      .selectFrom("instances")
      .select("id")
      .where("is_platform", "=", true)
      .executeTakeFirstOrThrow();
    if (instanceId === here.instanceId) return here;
    return { ...here, db: besides(here.db, instanceId), instanceId, userId: this.person.platformUserId! };
  }

  /** The instance that a row belongs to, or null; for the platform's operators only. */
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
