import type { Action } from "../access/permissions.ts";

/** The rows of a branch or instance with which operations can be called. */
export interface Place {
  /** The branch's label; null for the main site. */
  url: string | null;
  instance: number;
  branch: number;
  group: number;
  user: number;
  category: number;
  course: number;
  unit: number;
  question: number;
  /** A survey with one text question, whose key is q. */
  survey: number;
  /** An attempt of the user at the unit, a test. */
  testAttempt: number;
  /** A submitted attempt of the user, in which the question is answered with an essay. */
  essayAttempt: number;
  /** Of the instance, because branches share the bank. */
  bankQuestion: number;
  submission: number;
  endedEnrolment: number;
  enrolmentRun: number;
  userField: number;
  customDomain: number;
  identityProvider: number;
  learningPath: number;
  automation: number;
  badge: number;
  badgeAward: number;
  certificateTemplate: number;
  invitation: number;
  subscription: number;
  apiKey: number;
  scimToken: number;
  reportSchedule: number;
  xapiCredentials: number;
  package: number;
  /** A unit with that package, in which the user has an attempt. */
  packageUnit: number;
  /** A cmi5 course in a unit, and the uuid of its AU. */
  cmi5Package: number;
  cmi5Unit: number;
  au: string;
  /** An operator, who belongs to no instance. */
  operator: number;
}

export interface Operation {
  /** The permission of the operation; null for public ones. */
  opens: Action | null;
  /** Returns its arguments in GraphQL, for the rows of a place. */
  args: (at: Place) => string;
}

/** Describes an operation by its permission and its arguments. */
export const opened = (opens: Action | null, args: (at: Place) => string = () => ""): Operation => ({ opens, args });
/** Writes the argument that names the branch of a place. */
export const url = (at: Place) => `branchUrl: ${at.url === null ? "null" : `"${at.url}"`}`;
/** Describes an operation whose only argument is the branch. */
export const inBranch = (opens: Action) => opened(opens, url);
/** Describes an operation on a row of the place, in its branch. */
export const withId = (opens: Action, row: keyof Place, name = "id") =>
  opened(opens, (at) => `${name}: ${at[row]}, ${url(at)}`);
/** Describes an operation on a row, without a branch. */
export const ofInstance = (opens: Action, row: keyof Place, more = "", name = "id") =>
  opened(opens, (at) => `${name}: ${at[row]}${more}`);

/** What creating a person asks for besides the address. */
export const NEW_PERSON = 'first_name: "New", last_name: "Person", role: "learner"';
