import type { AuDetails } from "../scorm/aus.service.ts";
import type { Statement } from "../xapi/own.service.ts";
import type { Whole } from "./au-state.ts";
import { activityId, toAgent } from "./identity.ts";
import type { Registration } from "./registrations.queries.ts";
import { ACTIVITY_TYPE, CATEGORY, EXTENSION, type LaunchMode, REASON, VERBS, type VerbName } from "./vocabulary.ts";

interface Reported {
  verb: VerbName;
  publisherId: string;
  sessionId: string;
  object: Statement["object"];
  categories?: string[];
  extensions?: Record<string, unknown>;
  result?: Record<string, unknown>;
}

/**
 * Creates a statement of the product (cmi5 9.6: category, session id, registration, and the publisher's id as
 * grouping).
 */
function createOwn(registration: Registration, reported: Reported): Statement {
  const { verb, publisherId, sessionId, object, categories = [], extensions = {}, result } = reported;
  return {
    actor: toAgent(registration),
    verb: { id: VERBS[verb], display: { en: verb } },
    object,
    ...(result && { result }),
    context: {
      registration: registration.id,
      contextActivities: {
        grouping: [{ id: publisherId }],
        category: [CATEGORY.cmi5, ...categories].map((id) => ({ id })),
      },
      extensions: { [EXTENSION.sessionId]: sessionId, ...extensions },
    },
    timestamp: new Date().toISOString(),
  };
}

interface Launch {
  sessionId: string;
  details: AuDetails;
  launchMode: LaunchMode;
  /** Without the parameters of the launch. */
  url: string;
}

/** Creates 'Launched' (cmi5 9.3.1) with the context of 9.6.3. */
export function createLaunched(registration: Registration, { sessionId, details, launchMode, url }: Launch): Statement {
  const { masteryScore, launchParameters, moveOn, publisherId, title, description } = details;
  return createOwn(registration, {
    verb: "launched",
    publisherId,
    sessionId,
    object: {
      objectType: "Activity",
      id: activityId(registration, "au", publisherId),
      definition: { ...(isTagged(title) && { name: title }), ...(isTagged(description) && { description }) },
    },
    extensions: {
      [EXTENSION.launchMode]: launchMode,
      [EXTENSION.launchUrl]: url,
      [EXTENSION.moveOn]: moveOn,
      ...(masteryScore !== undefined && { [EXTENSION.masteryScore]: masteryScore }),
      ...(launchParameters !== undefined && { [EXTENSION.launchParameters]: launchParameters }),
    },
  });
}

/** A structure may omit the languages of its texts; xAPI language maps cannot. */
const isTagged = (texts: Record<string, string>) => !("und" in texts);

/** Creates 'Abandoned' (cmi5 9.3.6). */
export function createAbandoned(registration: Registration, publisherId: string, sessionId: string, duration: string) {
  const object = { objectType: "Activity", id: activityId(registration, "au", publisherId) };
  return createOwn(registration, { verb: "abandoned", publisherId, sessionId, object, result: { duration } });
}

/** Creates 'Waived' (cmi5 9.3.7). */
export function createWaived(registration: Registration, publisherId: string, sessionId: string, reason: string) {
  return createOwn(registration, {
    verb: "waived",
    publisherId,
    sessionId,
    object: { objectType: "Activity", id: activityId(registration, "au", publisherId) },
    categories: [CATEGORY.moveOn],
    result: { success: true, completion: true, extensions: { [REASON]: reason } },
  });
}

/** Creates 'Satisfied' (cmi5 9.3.9). */
export function createSatisfied(
  registration: Registration,
  { publisherId, type }: Whole,
  sessionId: string,
): Statement {
  const definition = { type: ACTIVITY_TYPE[type] };
  const object = { objectType: "Activity", id: activityId(registration, type, publisherId), definition };
  return createOwn(registration, { verb: "satisfied", publisherId, sessionId, object });
}
