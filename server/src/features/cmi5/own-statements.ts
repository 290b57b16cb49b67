import type { AuDetails } from "../scorm/aus.service.ts";
import type { Statement } from "../xapi/own.service.ts";
import type { Whole } from "./au-state.ts";
import { activityId, agentOf } from "./identity.ts";
import type { Registration } from "./registrations.queries.ts";
import { ACTIVITY_TYPE, CATEGORY, EXTENSION, type LaunchMode, REASON, VERBS, type VerbName } from "./vocabulary.ts";

interface Said {
  verb: VerbName;
  publisherId: string;
  sessionId: string;
  object: Statement["object"];
  categories?: string[];
  extensions?: Record<string, unknown>;
  result?: Record<string, unknown>;
}

/** A statement of the product's own (cmi5 9.6: category, session id, registration, and the publisher's id as grouping). */
function own(registration: Registration, said: Said): Statement {
  const { verb, publisherId, sessionId, object, categories = [], extensions = {}, result } = said;
  return {
    actor: agentOf(registration),
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

/** cmi5 9.3.1, with what 9.6.3 adds to its context. */
export function launched(registration: Registration, { sessionId, details, launchMode, url }: Launch): Statement {
  const { masteryScore, launchParameters, moveOn, publisherId, title, description } = details;
  return own(registration, {
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

/** A structure may leave the languages of its texts unsaid; xAPI has no map of that. */
const isTagged = (texts: Record<string, string>) => !("und" in texts);

/** cmi5 9.3.6 */
export function abandoned(registration: Registration, publisherId: string, sessionId: string, duration: string) {
  const object = { objectType: "Activity", id: activityId(registration, "au", publisherId) };
  return own(registration, { verb: "abandoned", publisherId, sessionId, object, result: { duration } });
}

/** cmi5 9.3.7 */
export function waived(registration: Registration, publisherId: string, sessionId: string, reason: string) {
  return own(registration, {
    verb: "waived",
    publisherId,
    sessionId,
    object: { objectType: "Activity", id: activityId(registration, "au", publisherId) },
    categories: [CATEGORY.moveOn],
    result: { success: true, completion: true, extensions: { [REASON]: reason } },
  });
}

/** cmi5 9.3.9 */
export function satisfied(registration: Registration, { publisherId, type }: Whole, sessionId: string): Statement {
  const definition = { type: ACTIVITY_TYPE[type] };
  const object = { objectType: "Activity", id: activityId(registration, type, publisherId), definition };
  return own(registration, { verb: "satisfied", publisherId, sessionId, object });
}
