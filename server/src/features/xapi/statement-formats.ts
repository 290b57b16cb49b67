import { getIdentifier } from "./formats.ts";
import { isActivity, isSubStatement } from "./statement-index.ts";
import type { ActivityObject, AgentObject, Event, Statement } from "./statement-rules.ts";

/** How statements are returned (xAPI 2.0, 4.1.6.1, `format`). */
export type Format = "ids" | "exact" | "canonical";

/** Returns the best language of a map for the caller, or its first one. */
export function inOneLanguage(map: Record<string, string>, languages: readonly string[]): Record<string, string> {
  const tags = Object.keys(map);
  const best =
    languages
      .map((wanted) => tags.find((tag) => tag.toLowerCase() === wanted || tag.toLowerCase().startsWith(`${wanted}-`)))
      .find((tag) => tag !== undefined) ?? tags[0];
  return best === undefined ? {} : { [best]: map[best]! };
}

/** Parses the languages of an Accept-Language header, best first, in lower case. */
export function parseLanguages(header: string | undefined): string[] {
  return (header ?? "")
    .split(",")
    .map((part) => {
      const [tag = "", ...parameters] = part.trim().split(/\s*;\s*/);
      const quality = parameters.find((parameter) => parameter.startsWith("q="));
      return { tag: tag.toLowerCase(), quality: quality ? Number(quality.slice(2)) : 1 };
    })
    .filter(({ tag, quality }) => tag !== "" && tag !== "*" && quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}

/**
 * Formats a statement.
 * @param definitions the stored definitions of activities by IRI; for `canonical`
 */
export function formatStatement(
  statement: Statement,
  format: Format,
  languages: readonly string[],
  definitions: ReadonlyMap<string, Record<string, unknown>>,
): Statement {
  if (format === "exact") return statement;
  return mapEvent(
    statement,
    format === "ids"
      ? { agent: onlyId, activity: ({ id }) => ({ id }), languages: null }
      : {
          agent: (agent) => agent,
          activity: (activity) => canonicalActivity(activity, definitions.get(activity.id), languages),
          languages,
        },
  ) as Statement;
}

interface Mapping {
  agent: (agent: AgentObject) => AgentObject;
  activity: (activity: ActivityObject) => ActivityObject;
  languages: readonly string[] | null;
}

function mapEvent(event: Event, mapping: Mapping): Event {
  const { actor, verb, object, context } = event;
  const { display, ...bare } = verb;
  return {
    ...event,
    actor: mapping.agent(actor),
    verb: mapping.languages && display ? { ...bare, display: inOneLanguage(display, mapping.languages) } : bare,
    object: mapObject(object, mapping),
    ...(context && {
      context: {
        ...context,
        ...(context.instructor && { instructor: mapping.agent(context.instructor) }),
        ...(context.team && { team: mapping.agent(context.team) }),
        ...(context.contextActivities && {
          contextActivities: Object.fromEntries(
            Object.entries(context.contextActivities).map(([name, list]) => [
              name,
              [list].flat().map(mapping.activity),
            ]),
          ),
        }),
      },
    }),
  };
}

function mapObject(object: Event["object"], mapping: Mapping): Event["object"] {
  if (isActivity(object)) return mapping.activity(object);
  if (isSubStatement(object)) return { ...mapEvent(object, mapping), objectType: "SubStatement" };
  if (object.objectType === "StatementRef") return object;
  return mapping.agent(object as AgentObject);
}

/** Returns the identifier alone; for an anonymous group those of its members. */
function onlyId(agent: AgentObject): AgentObject {
  const { objectType, mbox, mbox_sha1sum, openid, account } = agent;
  const member = "member" in agent ? agent.member : undefined;
  const isAnonymous = getIdentifier(agent as never) === null;
  return {
    ...(objectType && { objectType }),
    ...(mbox !== undefined && { mbox }),
    ...(mbox_sha1sum !== undefined && { mbox_sha1sum }),
    ...(openid !== undefined && { openid }),
    ...(account !== undefined && { account }),
    ...(isAnonymous && member && { member: member.map(onlyId) }),
  } as AgentObject;
}

function canonicalActivity(
  { definition: _, ...activity }: ActivityObject,
  known: Record<string, unknown> | undefined,
  languages: readonly string[],
): ActivityObject {
  if (!known) return activity;
  return { ...activity, definition: withOneLanguage(known, languages) };
}

function withOneLanguage(definition: Record<string, unknown>, languages: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(definition).map(([name, value]) => {
      if (name === "name" || name === "description")
        return [name, inOneLanguage(value as Record<string, string>, languages)];
      if (!Array.isArray(value) || name === "correctResponsesPattern") return [name, value];
      return [name, value.map((component: Record<string, unknown>) => withOneLanguage(component, languages))];
    }),
  );
}
