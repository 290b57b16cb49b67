import { randomBytes } from "node:crypto";
import type { Actor } from "../../access/actor.ts";
import { detectTenant, siteOrigin } from "../../access/host.ts";
import { seal, unseal } from "../../access/sealed.ts";
import { findInstanceId, hash } from "../../access/session.ts";
import { inInstance } from "../../access/tenancy.ts";
import { Conflict, NotFound } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import type { Platform } from "../../platform/platform.ts";
import { signInByProvider } from "../accounts/provider-sign-in.service.ts";
import * as flows from "./flows.queries.ts";
import type { Identity } from "./identity.ts";
import { type Plan, planSignIn, resolveUser } from "./linking.service.ts";
import { findUsed, type ProviderKind, type UsedProvider } from "./providers.queries.ts";
import { storeProviderSession } from "./provider-session.service.ts";
import { SignInRefused } from "./refused-sign-in.ts";
import { readReturnPath } from "./return-path.ts";

const TEST_PURPOSE = "test of an identity provider";
const TEST_MS = 60_000;

/** A provider of the instance of a request. */
export interface Place {
  instanceId: number;
  /** The label of the instance. */
  label: string;
  /** Scheme, host and port of the main site, to which providers send people back. */
  origin: string;
  provider: UsedProvider;
}

/** A sign-in that leaves for a provider. */
export interface Leaving extends Place {
  /** Random, and known to the browser and the provider alone. */
  state: string;
  /** The value of the cookie that ties the sign-in to the browser. */
  browser: string;
  /** Whether the provider should let the person choose an account, although it knows who is signed in there. */
  choosesAccount: boolean;
}

/**
 * Finds a provider of the instance of this host. @throws NotFound for another instance's, and another kind; RateLimited
 */
export async function findPlace(actor: Actor, kind: ProviderKind, id: number): Promise<Place> {
  const { platform, visit } = actor;
  const instanceId = visit.instanceLabel ? await findInstanceId(platform.database, visit.instanceLabel) : null;
  if (instanceId === null) throw new NotFound("Page");
  await platform.attempts.begin(String(instanceId), visit.address, "identity");
  const provider = await inInstance(platform.database, instanceId, (db) => findUsed({ db, instanceId }, id));
  if (provider?.kind !== kind) throw new NotFound("Page");
  const label = visit.instanceLabel!;
  return { instanceId, label, origin: siteOrigin(visit.origin, platform.config, label), provider };
}

interface StartQuery {
  /** The host where the person started, if it is another one of the instance. */
  site?: string | undefined;
  /** The path that they want. */
  return?: string | undefined;
  /** From `sealTest`. */
  test?: string | undefined;
  account?: "choose" | undefined;
}

/**
 * Begins a sign-in, at the main site of the instance: providers know one address to send people back to.
 * @returns the address of the main site instead, at any other host
 * @throws NotFound for a provider that is switched off, unless an admin tests it
 */
export async function startSignIn(
  actor: Actor,
  place: Place,
  query: StartQuery,
): Promise<Leaving | { elsewhere: string }> {
  const { platform, visit } = actor;
  const { instanceId, origin, provider } = place;
  if (visit.host !== new URL(origin).hostname) {
    const address = new URL(`/sso/${provider.kind}/${provider.id}/start`, origin);
    address.searchParams.set("site", visit.host);
    if (query.return) address.searchParams.set("return", query.return);
    if (query.account) address.searchParams.set("account", query.account);
    return { elsewhere: address.href };
  }
  const testBy = query.test === undefined ? null : readTest(platform, place, query.test);
  if (!provider.is_active && testBy === null) throw new NotFound("Page");
  const host = query.site && isOfInstance(platform, place.label, query.site) ? query.site : visit.host;
  const [state, browser] = [randomBytes(32).toString("base64url"), randomBytes(32).toString("base64url")];
  await inInstance(platform.database, instanceId, (db) =>
    flows.insertFlow(
      { db, instanceId },
      {
        state,
        browser,
        provider_id: provider.id,
        host,
        return_path: readReturnPath(query.return),
        test_by: testBy,
      },
    ),
  );
  return { ...place, state, browser, choosesAccount: query.account === "choose" };
}

export const GONE = t`This sign-in has ended, or was started in another browser. Please start again.`;

/** Takes a sign-in that comes back from a provider. @throws Conflict unless this browser started it there, once and in time */
export async function takeFlow(
  { platform }: Actor,
  { instanceId, provider }: Place,
  { state, browser }: { state: string | undefined; browser: string | undefined },
): Promise<flows.Flow> {
  if (!state || !browser) throw new SignInRefused("ended", GONE);
  const flow = await inInstance(platform.database, instanceId, (db) =>
    flows.takeFlow({ db, instanceId }, { state, browser, providerId: provider.id }),
  );
  if (!flow || (flow.test_by === null && !provider.is_active)) throw new SignInRefused("ended", GONE);
  return flow;
}

/**
 * Ends a sign-in whose person is known: signs them in, or shows an admin what a test found.
 * @returns the address that goes on, on a host of the instance
 */
export async function finishSignIn(
  actor: Actor,
  place: Place,
  { host, return_path }: Pick<flows.Flow, "host" | "return_path">,
  identity: Identity,
): Promise<string> {
  const { platform } = actor;
  const { instanceId, provider, origin } = place;
  const site = new URL(origin);
  site.hostname = host;
  const userId = await resolveUser(platform, { instanceId, provider, identity, origin });
  const signIn = { instanceId, label: place.label, host, userId };
  const { code, host: target, choosesBranch } = await signInByProvider(actor, signIn);
  await inInstance(platform.database, instanceId, (db) =>
    storeProviderSession(
      platform,
      { db, instanceId },
      { providerId: provider.id, userId, identity, tokenHash: hash(code) },
    ),
  );
  site.hostname = target;
  const address = new URL("/login-redirect", site.origin);
  address.searchParams.set(choosesBranch ? "choice" : "token", code);
  if (return_path !== null) address.searchParams.set("to", return_path);
  return address.href;
}

/** What an admin reads after a test. */
export interface TestResult {
  /** The problem of a provider's response; null when a person signed in there. */
  problem: string | null;
  /** What the library says of it, in English. */
  detail: string | null;
  subject: string | null;
  issuer: string | null;
  claims: { name: string; value: string }[];
  plan:
    | (Omit<Plan, "user" | "branch" | "groups"> & { user: string | null; branch: string | null; groups: string[] })
    | null;
}

/** Stores what a test sign-in found. @returns the address of the screen that shows it */
export async function finishTest(
  { platform }: Actor,
  { instanceId, provider, origin }: Place,
  flow: flows.Flow,
  found: Identity | Conflict,
): Promise<string> {
  const result =
    found instanceof Conflict ? toFailure(found) : await toResult(platform, { instanceId, provider }, found);
  await inInstance(platform.database, instanceId, (db) => flows.storeResult({ db, instanceId }, flow.id, result));
  return new URL(`/identity/${provider.id}?test=${flow.id}`, origin).href;
}

const toFailure = ({ message, cause }: Conflict): TestResult => ({
  problem: message,
  detail: cause instanceof Error ? cause.message.slice(0, 500) : null,
  subject: null,
  issuer: null,
  claims: [],
  plan: null,
});

async function toResult(
  platform: Platform,
  at: Pick<Place, "instanceId" | "provider">,
  identity: Identity,
): Promise<TestResult> {
  const { user, branch, groups, ...plan } = await planSignIn(platform, { ...at, identity });
  return {
    problem: null,
    detail: null,
    subject: identity.subject,
    issuer: identity.issuer,
    claims: Object.entries(identity.claims).map(([name, value]) => ({
      name,
      value: (typeof value === "string" ? value : JSON.stringify(value)).slice(0, 2_000),
    })),
    plan: {
      ...plan,
      user: user && `${user.first_name} ${user.last_name}`,
      branch: branch?.name ?? null,
      groups: groups.map(({ name }) => name),
    },
  };
}

/** Creates the value by which an admin's browser starts a test within a minute. */
export function sealTest(
  { secret }: Platform,
  { instanceId, providerId, userId }: { instanceId: number; providerId: number; userId: number },
): string {
  const text = JSON.stringify({ userId, until: Date.now() + TEST_MS });
  return seal(secret, TEST_PURPOSE, `${instanceId}:${providerId}`, text).toString("base64url");
}

function readTest({ secret }: Platform, { instanceId, provider }: Place, sealed: string): number {
  try {
    const text = unseal(secret, TEST_PURPOSE, `${instanceId}:${provider.id}`, Buffer.from(sealed, "base64url"));
    const { userId, until } = JSON.parse(text) as { userId: number; until: number };
    if (until > Date.now()) return userId;
  } catch {
    // The same as an old one.
  }
  throw new SignInRefused("ended", t`This test has ended. Please start it again.`);
}

/** Returns the login page of the host where a person signed out, when they come back from the provider. */
export function toLoginPage({ platform }: Actor, { label, origin }: Place, host: string | undefined): string {
  const address = new URL("/login", origin);
  if (host && isOfInstance(platform, label, host)) address.hostname = host;
  return address.href;
}

/** Tells whether a host belongs to an instance, so that nobody is sent elsewhere. */
function isOfInstance({ config, customHosts }: Platform, label: string, host: string): boolean {
  if (config.SINGLE_INSTANCE) return false;
  const { instance } = customHosts.find(host) ?? detectTenant(host, config.BASE_DOMAIN);
  return instance === label;
}
