import type { Language } from "../i18n/translate.ts";
import type { Role } from "./permissions.ts";

/** The signed-in user, as currently stored. */
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
  /** The user's row in the platform's instance, for operators who visit this instance; null for all others. */
  platformUserId: number | null;
}

/** The instance of the request. Its settings are read once, together with the session. */
export interface InstanceSettings {
  id: number;
  name: string;
  domain: string;
  timeZone: string;
  /** The default of users who have chosen none. */
  language: string;
  currency: string;
  /** On which weeks begin: 1 (Monday), 6 (Saturday) or 7 (Sunday). */
  firstWeekday: number;
  pricedCoursesNeedAssignment: boolean;
  /** Who sees the catalogue: everybody, main_site (those with access to the main site) or nobody. */
  catalogueAudience: string;
  /** The order in which the catalogue opens: newest or title. */
  catalogueSort: string;
}

/** The origin and target of a request. */
export interface Visit {
  host: string;
  /** Scheme, host and port, for links back to the caller's site. */
  origin: string;
  address: string;
  userAgent: string;
  /** The Cookie header; only remembered devices are read from it. */
  cookies?: string;
  /** The language of messages, from Accept-Language. */
  language: Language;
  requestId: string;
  instanceLabel: string | null;
  branchLabel: string | null;
}

/** Returns what holds for an active user `u`: not deactivated, and before the last day. @param today SQL of the instance's day */
export const isActiveOn = (today: string): string =>
  `(u.is_active AND (u.deactivate_at IS NULL OR u.deactivate_at > ${today}))`;
