import * as z from "zod";
import { isDuration, isIri, isLanguage, isMbox, parseTimestamp, UUID } from "./formats.ts";
import { bad } from "./refusal.ts";

/** The two versions of xAPI that statements are checked against. */
export type Version = "1.0.3" | "2.0.0";

export const VOIDED = "http://adlnet.gov/expapi/verbs/voided";

const iri = z.string().refine(isIri, "not an IRI");
const uuid = z.string().regex(UUID, "not a UUID");
const languageMap = z.record(z.string().refine(isLanguage, "not a language tag"), z.string());
const extensions = z.record(z.string().refine(isIri, "not an IRI"), z.unknown().refine(isJson, "not a value"));
const timestamp = z.string().refine((text) => parseTimestamp(text) !== null, "not a timestamp");

/** A property of an extension may be null; omitted properties do not reach this check. */
function isJson(value: unknown): boolean {
  return value !== undefined;
}

const IDENTIFIERS = {
  mbox: z.string().refine(isMbox, "not a mailto address").optional(),
  mbox_sha1sum: z
    .string()
    .regex(/^[0-9a-f]{40}$/i, "not a SHA-1")
    .optional(),
  openid: iri.optional(),
  account: z.strictObject({ homePage: iri, name: z.string() }).optional(),
};
const countIdentifiers = (agent: object) => Object.keys(IDENTIFIERS).filter((name) => name in agent).length;

/** xAPI 4.2.2.1: an Agent has exactly one identifier. */
const agent = z
  .strictObject({ objectType: z.literal("Agent").optional(), name: z.string().optional(), ...IDENTIFIERS })
  .refine((value) => countIdentifiers(value) === 1, "an Agent has exactly one identifier");

/** xAPI 4.2.2.1: a Group has one identifier, or else members. */
const group = z
  .strictObject({
    objectType: z.literal("Group"),
    name: z.string().optional(),
    member: z.array(agent).optional(),
    ...IDENTIFIERS,
  })
  .refine((value) => countIdentifiers(value) === 1 || (countIdentifiers(value) === 0 && value.member !== undefined), {
    message: "a Group has one identifier, or members",
  });

const isGroup = (value: unknown) => (value as { objectType?: unknown } | null)?.objectType === "Group";

/** Checks only the branch for the objectType, which gives its errors and costs one check. */
const chosen = (choose: (value: unknown) => z.ZodType) =>
  z.unknown().superRefine((value, context) => {
    const { error } = choose(value).safeParse(value);
    for (const issue of error?.issues ?? [])
      context.addIssue({ code: "custom", message: issue.message, path: issue.path });
  });

const actor = chosen((value) => (isGroup(value) ? group : agent));

const verb = z.strictObject({ id: iri, display: languageMap.optional() });

const components = z
  .array(z.strictObject({ id: z.string(), description: languageMap.optional() }))
  .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, "two components have the same id")
  .optional();

const INTERACTIONS = [
  "true-false",
  "choice",
  "fill-in",
  "long-fill-in",
  "matching",
  "performance",
  "sequencing",
  "likert",
  "numeric",
  "other",
] as const;

/** The lists of components that each interaction may have (xAPI 4.2.2.3). */
const COMPONENTS: Record<string, readonly string[]> = {
  choice: ["choices"],
  sequencing: ["choices"],
  likert: ["scale"],
  matching: ["source", "target"],
  performance: ["steps"],
};
const LISTS = ["choices", "scale", "source", "target", "steps"];

const definition = z
  .strictObject({
    name: languageMap.optional(),
    description: languageMap.optional(),
    type: iri.optional(),
    moreInfo: iri.optional(),
    interactionType: z.enum(INTERACTIONS).optional(),
    correctResponsesPattern: z.array(z.string()).optional(),
    choices: components,
    scale: components,
    source: components,
    target: components,
    steps: components,
    extensions: extensions.optional(),
  })
  .refine((value) => {
    const ofInteractions = ["correctResponsesPattern", ...LISTS].filter((name) => name in value);
    if (value.interactionType === undefined) return ofInteractions.length === 0;
    const allowed = COMPONENTS[value.interactionType] ?? [];
    return LISTS.every((name) => !(name in value) || allowed.includes(name));
  }, "these properties do not belong to this interaction");

const activity = z.strictObject({
  objectType: z.literal("Activity").optional(),
  id: iri,
  definition: definition.optional(),
});
const reference = z.strictObject({ objectType: z.literal("StatementRef"), id: uuid });

const score = z
  .strictObject({
    scaled: z.number().min(-1).max(1).optional(),
    raw: z.number().optional(),
    min: z.number().optional(),
    max: z.number().optional(),
  })
  .refine(({ raw, min, max }) => {
    if (min !== undefined && max !== undefined && min >= max) return false;
    return raw === undefined || (raw >= (min ?? -Infinity) && raw <= (max ?? Infinity));
  }, "the score is not between its bounds");

const result = z.strictObject({
  score: score.optional(),
  success: z.boolean().optional(),
  completion: z.boolean().optional(),
  response: z.string().optional(),
  duration: z.string().refine(isDuration, "not a duration").optional(),
  extensions: extensions.optional(),
});

const activities = chosen((value) => (Array.isArray(value) ? z.array(activity) : activity));

const CONTEXT = {
  registration: uuid.optional(),
  instructor: actor.optional(),
  team: group.optional(),
  contextActivities: z
    .strictObject({
      parent: activities.optional(),
      grouping: activities.optional(),
      category: activities.optional(),
      other: activities.optional(),
    })
    .optional(),
  revision: z.string().optional(),
  platform: z.string().optional(),
  language: z.string().refine(isLanguage, "not a language tag").optional(),
  statement: reference.optional(),
  extensions: extensions.optional(),
};

const relevantTypes = z.array(iri).min(1).optional();
/** Since xAPI 2.0 (4.2.2.5). */
const CONTEXT_2 = {
  ...CONTEXT,
  contextAgents: z.array(z.strictObject({ objectType: z.literal("contextAgent"), agent, relevantTypes })).optional(),
  contextGroups: z.array(z.strictObject({ objectType: z.literal("contextGroup"), group, relevantTypes })).optional(),
};

const attachment = z.strictObject({
  usageType: iri,
  display: languageMap,
  description: languageMap.optional(),
  contentType: z.string().regex(/^[\w!#$&^.+-]+\/[\w!#$&^.+*-]+(\s*;.*)?$/, "not a media type"),
  length: z.int().min(0),
  sha2: z.string().regex(/^[0-9a-f]{56,128}$/i, "not a SHA-2"),
  fileUrl: iri.optional(),
});

function makeShape(version: Version) {
  const context = z.strictObject(version === "2.0.0" ? CONTEXT_2 : CONTEXT);
  const event = {
    actor,
    verb,
    result: result.optional(),
    context: context.optional(),
    timestamp: timestamp.optional(),
    attachments: z.array(attachment).optional(),
  };
  const simple = (value: unknown) => {
    const type = (value as { objectType?: unknown } | null)?.objectType;
    if (type === "Agent") return agent;
    if (type === "Group") return group;
    return type === "StatementRef" ? reference : activity;
  };
  const subStatement = z
    .strictObject({ objectType: z.literal("SubStatement"), ...event, object: chosen(simple) })
    .refine(contextFits, "only an Activity has a revision or platform");
  const object = chosen((value) =>
    (value as { objectType?: unknown } | null)?.objectType === "SubStatement" ? subStatement : simple(value),
  );
  const versions = version === "2.0.0" ? /^(1\.0(\.\d+)?|2\.0(\.\d+)?)$/ : /^1\.0(\.\d+)?$/;
  return z
    .strictObject({
      ...event,
      object,
      id: uuid.optional(),
      stored: timestamp.optional(),
      version: z.string().regex(versions, "not a version").optional(),
      authority: chosen((value) => (isGroup(value) ? authorityGroup : agent)).optional(),
    })
    .refine(contextFits, "only an Activity has a revision or platform")
    .refine(
      (value) =>
        value.verb.id !== VOIDED || (value.object as { objectType?: string } | null)?.objectType === "StatementRef",
      "what is voided is named by a StatementRef",
    );
}

/** xAPI 4.2.4.2: an authority that is a Group has two members and no identifier. */
const authorityGroup = group.refine(
  (value) => countIdentifiers(value) === 0 && value.member?.length === 2,
  "an authority that is a Group has two members",
);

function contextFits({
  object,
  context,
}: {
  object?: unknown;
  context?: { revision?: unknown; platform?: unknown } | undefined;
}) {
  if (context?.revision === undefined && context?.platform === undefined) return true;
  return ["Activity", undefined].includes((object as { objectType?: string } | null)?.objectType);
}

const SHAPES = { "1.0.3": makeShape("1.0.3"), "2.0.0": makeShape("2.0.0") };

/**
 * Checks one statement as strictly as its version of xAPI requires (4.2): no unknown properties, no nulls, all formats.
 * @throws XapiRefusal 400 that names the property
 */
export function checkStatement(value: unknown, version: Version): asserts value is Statement {
  const issue = SHAPES[version].safeParse(value).error?.issues[0];
  if (issue) throw bad(`${issue.path.join(".") || "statement"}: ${issue.message}`);
}

/** Checks an agent or group of a parameter. @throws XapiRefusal 400 */
export function checkAgent(value: unknown): asserts value is z.infer<typeof agent> {
  const issue = (isGroup(value) ? group : agent).safeParse(value).error?.issues[0];
  if (issue) throw bad(`agent: ${issue.path.join(".")} ${issue.message}`);
}

export interface ActivityObject {
  objectType?: string;
  id: string;
  definition?: Record<string, unknown>;
}

export type AgentObject = z.infer<typeof agent> | z.infer<typeof group>;

type ContextActivities = Partial<
  Record<"parent" | "grouping" | "category" | "other", ActivityObject | ActivityObject[]>
>;

/** What a statement and its substatement have in common. */
export interface Event {
  actor: AgentObject;
  verb: { id: string; display?: Record<string, string> };
  object: ActivityObject | AgentObject | SubStatement | { objectType: "StatementRef"; id: string };
  result?: Record<string, unknown>;
  context?: {
    registration?: string;
    instructor?: AgentObject;
    team?: AgentObject;
    contextActivities?: ContextActivities;
    contextAgents?: { agent: AgentObject }[];
    contextGroups?: { group: AgentObject }[];
    extensions?: Record<string, unknown>;
    [name: string]: unknown;
  };
  timestamp?: string;
  attachments?: Attachment[];
}

export interface SubStatement extends Event {
  objectType: "SubStatement";
}

export interface Statement extends Event {
  id?: string;
  stored?: string;
  version?: string;
  authority?: AgentObject;
}

export interface Attachment {
  usageType: string;
  display: Record<string, string>;
  description?: Record<string, string>;
  contentType: string;
  length: number;
  sha2: string;
  fileUrl?: string;
}
