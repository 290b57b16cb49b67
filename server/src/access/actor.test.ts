import { describe, expect, test } from "vitest";
import { Forbidden, NotFound, SecondFactorDue, TermsNotAccepted, Unauthenticated } from "../errors.ts";
import type { Platform } from "../platform/platform.ts";
import { VISIT } from "../testing/server.ts";
import { Actor, alsoFor, type Reach, withinBranchIds } from "./actor.ts";
import type { Person } from "./person.ts";
import { type Action, MAIN_SITE_ONLY, ROLES } from "./permissions.ts";
import type { SignedIn } from "./session.ts";

const NORTH = { id: 3, url: "north" };
const SOUTH = { id: 4, url: "south" };
const TOKEN_HASH = Buffer.from("hash");

/** Creates an actor whose work opens no database. */
function actAs(person: Partial<Person> = {}, means: Partial<SignedIn> = {}): Actor {
  const signedIn = {
    person: {
      id: 5,
      firstName: "Ada",
      lastName: "Moss",
      email: "ada@demo.test",
      role: "learner",
      isPrimary: true,
      language: null,
      branches: [],
      ledGroupIds: [],
      platformUserId: null,
      ...person,
    },
    instance: { id: 2, catalogueAudience: "everybody" },
    tokenHash: TOKEN_HASH,
    apiKey: null,
    ...means,
  } as unknown as SignedIn;
  return new Actor(VISIT, {} as Platform, { db: {} as never, signedIn });
}

const admin = { role: "admin" } as const;
const key = (ownerRole: Person["role"], scopes: string[] | null = null) => ({
  apiKey: { name: "Payroll", ownerRole, scopes },
});
const scim = { scim: { tokenId: 1, name: "Directory" } };
const anonymous = new Actor(VISIT, {} as Platform, null);

describe("an anonymous caller", () => {
  test("is nobody, may do nothing, and has nothing to do first", async () => {
    const { isSignedIn, isApiKey, readsOnly, isAutomation, scim: token, termsDue, factorDue, factorDueOn } = anonymous;
    expect({ isSignedIn, isApiKey, readsOnly, isAutomation, token, termsDue, factorDue, factorDueOn }).toEqual({
      isSignedIn: false,
      isApiKey: false,
      readsOnly: false,
      isAutomation: false,
      token: null,
      termsDue: null,
      factorDue: null,
      factorDueOn: null,
    });
    expect(anonymous.can("session.own")).toBe(false);
    expect(() => anonymous.person).toThrow(Unauthenticated);
    await expect(anonymous.reach("session.own")).rejects.toThrow(Unauthenticated);
  });
});

describe("the name of an actor", () => {
  test.each([
    ["a user", {}, "Ada Moss"],
    ["an API key", key("admin"), "Ada Moss (API key 'Payroll')"],
    ["an automation", { automation: "Welcome" }, "Ada Moss (automation 'Welcome')"],
    ["a token for provisioning", scim, "Ada Moss (SCIM token 'Directory')"],
  ])("tells that %s acts", (_, means, name) => expect(actAs({}, means).name).toBe(name));
});

test("only a session has the hash of a session", () => {
  expect(actAs().sessionHash).toBe(TOKEN_HASH);
  expect([actAs({}, key("admin")).sessionHash, actAs({}, scim).sessionHash]).toEqual([null, null]);
});

test("an actor tells by what means the caller acts", () => {
  const tell = ({ isSignedIn, isApiKey, isAutomation, readsOnly }: Actor) => [
    isSignedIn,
    isApiKey,
    isAutomation,
    readsOnly,
  ];
  expect(tell(actAs())).toEqual([true, false, false, false]);
  expect(tell(actAs({}, { automation: "Welcome" }))).toEqual([true, false, true, false]);
  expect(tell(actAs({}, key("admin")))).toEqual([true, true, false, false]);
  expect(tell(actAs({}, key("admin", ["users"])))).toEqual([true, true, false, false]);
  expect(tell(actAs({}, key("admin", ["users", "read"])))).toEqual([true, true, false, true]);
  expect([actAs().scim, actAs({}, scim).scim]).toEqual([null, scim.scim]);
  const xapi = { launchId: 9 };
  expect([actAs().xapi, actAs({}, { xapi }).xapi]).toEqual([null, xapi]);
});

describe("what an actor may do", () => {
  const allows = (actor: Actor, action: Action) => actor.can(action);

  test("is what the role may, and for users of branches nothing that belongs to the main site", () => {
    const ofBranch = actAs({ ...admin, isPrimary: false, branches: [NORTH] });
    expect(actAs(admin).actions).toEqual(ROLES.admin);
    expect(ofBranch.actions).toEqual(ROLES.admin.filter((action) => !MAIN_SITE_ONLY.has(action)));
    expect(actAs().actions).toEqual(ROLES.learner);
  });

  test("is by an API key what the key's owner and its scopes allow, and never what outlives a key", () => {
    expect(allows(actAs(admin, key("admin")), "user.edit")).toBe(true);
    expect(allows(actAs(admin, key("admin", ["users"])), "user.edit")).toBe(true);
    expect(allows(actAs(admin, key("admin", ["courses"])), "user.edit")).toBe(false);
    expect(allows(actAs(admin, key("learner")), "user.edit")).toBe(false);
    expect(allows(actAs({ role: "learner" }, key("admin")), "user.edit")).toBe(false);
    for (const scopes of [null, ["settings"]])
      expect(allows(actAs(admin, key("admin", scopes)), "api_key.manage")).toBe(false);
    expect(allows(actAs(admin), "api_key.manage")).toBe(true);
  });

  test("is by a token for provisioning what it needs, with the rights of its owner", () => {
    expect(allows(actAs(admin, scim), "user.edit")).toBe(true);
    expect(allows(actAs(admin, scim), "course.author")).toBe(false);
    expect(allows(actAs({ role: "learner" }, scim), "user.edit")).toBe(false);
  });
});

describe("the roles that an actor may give and change", () => {
  const ROLE_NAMES = ["super_admin", "admin", "manager", "instructor", "learner", "owner"];
  const handled = (actor: Actor) => ROLE_NAMES.filter((role) => actor.mayHandle(role));

  test("are all for a session, learners for an API key, and those below admin for a token for provisioning", () => {
    expect(handled(actAs(admin))).toEqual(ROLE_NAMES);
    expect(handled(actAs(admin, key("admin")))).toEqual(["learner"]);
    expect(handled(actAs(admin, scim))).toEqual(["manager", "instructor", "learner"]);
    expect(actAs(admin).givenRoles).toEqual(["admin", "manager", "instructor", "learner"]);
    expect(actAs(admin, key("admin")).givenRoles).toEqual(["learner"]);
  });
});

describe("a reach", () => {
  test("is refused for an action that the actor may not do", async () => {
    await expect(actAs().reach("user.view")).rejects.toThrow(Forbidden);
  });

  test("needs the second factor and then the terms of use, but for what sets them right", async () => {
    const readRefusal = async (actor: Actor, action: Action) =>
      actor.reach(action).then(
        () => null,
        (error: unknown) => (error as Error).constructor,
      );
    const factorDue = actAs({}, { factorDue: "code", termsDue: 3 });
    expect([factorDue.factorDue, factorDue.termsDue]).toEqual(["code", 3]);
    expect(await readRefusal(factorDue, "learn")).toBe(SecondFactorDue);
    expect(await readRefusal(factorDue, "terms.accept")).toBe(SecondFactorDue);
    expect(await readRefusal(factorDue, "second_factor.use")).toBeNull();
    const termsDue = actAs({}, { termsDue: 3, factorDueOn: "2026-12-01" });
    expect([termsDue.factorDue, termsDue.factorDueOn]).toEqual([null, "2026-12-01"]);
    expect(await readRefusal(termsDue, "learn")).toBe(TermsNotAccepted);
    expect(await readRefusal(termsDue, "terms.accept")).toBeNull();
    expect(await readRefusal(termsDue, "session.own")).toBeNull();
    expect(await readRefusal(actAs(), "learn")).toBeNull();
  });

  const readLimits = async (person: Partial<Person>, action: Action, branchUrl?: string) => {
    const { branchIds, ownBranchIds, ledGroupIds } = await actAs(person).reach(action, branchUrl);
    return { branchIds, ownBranchIds, ledGroupIds };
  };
  const whole = { branchIds: null, ownBranchIds: null, ledGroupIds: [] };

  test("is the whole instance with access to the main site, and the own branches without", async () => {
    expect(await readLimits({ ...admin, branches: [NORTH] }, "user.view")).toEqual(whole);
    const ofBranches = { ...admin, isPrimary: false, branches: [NORTH, SOUTH] };
    expect(await readLimits(ofBranches, "user.view")).toEqual({ ...whole, branchIds: [3, 4], ownBranchIds: [3, 4] });
  });

  test("is limited to the branch that is asked for, which has to be one of the own", async () => {
    const ofBranches = { ...admin, isPrimary: false, branches: [NORTH, SOUTH] };
    const inSouth = { branchIds: [4], ownBranchIds: [3, 4], ledGroupIds: [] };
    expect(await readLimits(ofBranches, "user.view", "south")).toEqual(inSouth);
    await expect(readLimits(ofBranches, "user.view", "west")).rejects.toThrow(NotFound);
    expect(await readLimits({ ...admin, branches: [NORTH] }, "user.view", "north")).toEqual({
      ...whole,
      branchIds: [3],
    });
  });

  test("of a manager is their branches and the groups they lead, for what concerns people, if they have any", async () => {
    const manager = { role: "manager" } as const;
    expect(await readLimits(manager, "report.view")).toEqual(whole);
    const ofBranch = { ...manager, branches: [NORTH] };
    expect(await readLimits(ofBranch, "report.view")).toEqual({ ...whole, branchIds: [3], ownBranchIds: [3] });
    const leader = { ...manager, ledGroupIds: [8] };
    expect(await readLimits(leader, "report.view")).toEqual({ branchIds: [], ownBranchIds: [], ledGroupIds: [8] });
    const both = { ...manager, branches: [NORTH], ledGroupIds: [8] };
    expect(await readLimits(both, "report.view", "north")).toEqual({
      branchIds: [3],
      ownBranchIds: [3],
      ledGroupIds: [],
    });
    // Own learning is not limited, and an admin who leads a group is none of these managers.
    expect(await readLimits(both, "learn")).toEqual(whole);
    expect(await readLimits({ ...both, ...admin }, "report.view")).toEqual(whole);
  });
});

describe("a reach that is taken for another action", () => {
  const readReach = async (person: Partial<Person>, action: Action): Promise<Reach> => actAs(person).reach(action);

  test("is refused where the other action would reach fewer people, or needs the main site", async () => {
    const ofManager = await readReach({ role: "manager", branches: [NORTH] }, "report.view");
    expect(() => alsoFor(ofManager, "user.read")).toThrow(Forbidden);
    expect(alsoFor(ofManager, "learn")).toMatchObject({ branchIds: [3] });
    const mainSite = await readReach(admin, "user.view");
    expect(alsoFor(mainSite, "audit.view")).toMatchObject({ branchIds: null, userId: 5 });
    const ofBranch = await readReach({ ...admin, isPrimary: false, branches: [NORTH] }, "user.view");
    expect(() => alsoFor(ofBranch, "audit.view")).toThrow(Forbidden);
    expect(alsoFor(ofBranch, "user.edit")).toMatchObject({ ownBranchIds: [3] });
  });

  test("is limited to branches of its own only", async () => {
    const reach = await readReach({ ...admin, isPrimary: false, branches: [NORTH, SOUTH] }, "user.view");
    expect(withinBranchIds(reach, [4]).branchIds).toEqual([4]);
    for (const ids of [[5], [4, 5]]) expect(() => withinBranchIds(reach, ids)).toThrow(NotFound);
    expect(withinBranchIds(await readReach(admin, "user.view"), [5]).branchIds).toEqual([5]);
  });
});
