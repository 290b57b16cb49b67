import { childOf, childrenOf, type Xml } from "./xml.ts";

/**
 * The sequencing of one item (SCORM 2004 SN 4th Ed., imsss and its extensions), in the words of the run-time library's
 * ActivitySettings. Collections are resolved: what stands inline overrides the same part of what it refers to.
 */
export interface Sequencing {
  attemptLimit?: number;
  /** Never handed to the tree: it would refuse to deliver. It is only shown to the content as its time. */
  attemptAbsoluteDurationLimit?: string;
  primaryObjective?: Objective;
  objectives?: Objective[];
  sequencingRules?: Record<"preConditionRules" | "exitConditionRules" | "postConditionRules", Rule[]>;
  sequencingControls: Record<string, boolean | number | string>;
  deliveryControls?: Record<string, boolean>;
  rollupRules?: { rules: RollupRule[] };
  rollupConsiderations?: Record<string, boolean | string>;
}

export interface Objective {
  objectiveID: string;
  isPrimary?: boolean;
  satisfiedByMeasure: boolean;
  minNormalizedMeasure: number;
  mapInfo: Record<string, boolean | string>[];
}

interface Rule {
  action: string;
  conditionCombination: string;
  conditions: { condition: string; operator?: string; referencedObjective?: string; parameters?: object }[];
}

interface RollupRule {
  action: string;
  consideration: string;
  minimumCount: number;
  minimumPercent: number;
  conditionCombination: string;
  conditions: { condition: string; operator: string }[];
}

/** Reads the sequencing of items, given the manifest's collection. */
export function sequencingReader(manifest: Xml): (item: Xml) => Sequencing {
  const collection = new Map(
    childrenOf(childOf(manifest, "sequencingCollection"), "sequencing").map((each) => [
      idOf(each.attributes["ID"]),
      each,
    ]),
  );
  return (item) => {
    const inline = childOf(item, "sequencing");
    const shared = collection.get(idOf(inline?.attributes["IDRef"]));
    const objectives = { ...objectiveLists(shared), ...objectiveLists(inline) };
    return read((name) => childOf(inline, name) ?? childOf(shared, name), objectives);
  };
}

function read(part: (name: string) => Xml | undefined, objectives: ObjectiveLists): Sequencing {
  const limits = part("limitConditions")?.attributes ?? {};
  const rollup = part("rollupRules");
  const rules = part("sequencingRules");
  return {
    ...optional("attemptLimit", numeric(limits["attemptLimit"])),
    ...optional("attemptAbsoluteDurationLimit", limits["attemptAbsoluteDurationLimit"]),
    ...objectivesOf(objectives),
    ...(rules && {
      sequencingRules: {
        preConditionRules: childrenOf(rules, "preConditionRule").flatMap(ruleOf),
        exitConditionRules: childrenOf(rules, "exitConditionRule").flatMap(ruleOf),
        postConditionRules: childrenOf(rules, "postConditionRule").flatMap(ruleOf),
      },
    }),
    sequencingControls: controls(part, rollup),
    ...optional("deliveryControls", flags(part("deliveryControls"))),
    ...(rollup && { rollupRules: { rules: childrenOf(rollup, "rollupRule").flatMap(rollupRuleOf) } }),
    ...optional("rollupConsiderations", considerations(part("rollupConsiderations"))),
  };
}

/** The standard's own defaults are written out: the library's are not relied on. */
function controls(part: (name: string) => Xml | undefined, rollup: Xml | undefined) {
  const random = part("randomizationControls")?.attributes ?? {};
  return {
    choice: true,
    choiceExit: true,
    flow: false,
    forwardOnly: false,
    useCurrentAttemptObjectiveInfo: true,
    useCurrentAttemptProgressInfo: true,
    ...flags(part("controlMode")),
    preventActivation: false,
    constrainChoice: false,
    ...flags(part("constrainedChoiceConsiderations")),
    rollupObjectiveSatisfied: isTrue(rollup?.attributes["rollupObjectiveSatisfied"], true),
    rollupProgressCompletion: isTrue(rollup?.attributes["rollupProgressCompletion"], true),
    objectiveMeasureWeight: numeric(rollup?.attributes["objectiveMeasureWeight"]) ?? 1,
    ...optional("selectionTiming", random["selectionTiming"]),
    ...optional("selectCount", numeric(random["selectCount"])),
    ...optional("randomizationTiming", random["randomizationTiming"]),
    ...(random["reorderChildren"] !== undefined && {
      randomizeChildren: isTrue(random["reorderChildren"], false),
      reorderChildren: isTrue(random["reorderChildren"], false),
    }),
  };
}

interface ObjectiveLists {
  own?: Xml;
  extended?: Xml;
}

/** There are two elements named 'objectives': the standard's, and the extension that maps scores and progress as well (adlseq). */
function objectiveLists(sequencing: Xml | undefined): ObjectiveLists {
  const lists = childrenOf(sequencing, "objectives");
  const isExtension = (list: Xml) =>
    !childOf(list, "primaryObjective") &&
    childrenOf(list, "objective").some((objective) =>
      childrenOf(objective, "mapInfo").some((info) => Object.keys(info.attributes).some((name) => name in EXTENDED)),
    );
  // The standard's own has a primary objective; of two without one, the extension is the second.
  const extended =
    lists.find(isExtension) ?? lists.findLast((list) => lists.length > 1 && !childOf(list, "primaryObjective"));
  const own = lists.find((list) => list !== extended);
  return { ...(own && { own }), ...(extended && { extended }) };
}

/** What the extension reads when it does not say (SN 4th Ed. 3.10.3). */
const EXTENDED: Record<string, boolean> = {
  readRawScore: true,
  readMinScore: true,
  readMaxScore: true,
  readCompletionStatus: true,
  readProgressMeasure: true,
  writeRawScore: false,
  writeMinScore: false,
  writeMaxScore: false,
  writeCompletionStatus: false,
  writeProgressMeasure: false,
};

function objectivesOf({ own, extended }: ObjectiveLists) {
  const primary = childOf(own, "primaryObjective");
  const more = (id: string | undefined) =>
    childrenOf(extended, "objective").find(({ attributes }) => idOf(attributes["objectiveID"]) === id);
  return {
    ...(primary && { primaryObjective: { ...objectiveOf(primary, more), isPrimary: true } }),
    objectives: childrenOf(own, "objective").map((each) => objectiveOf(each, more)),
  };
}

function objectiveOf(objective: Xml, more: (id: string | undefined) => Xml | undefined): Objective {
  const id = idOf(objective.attributes["objectiveID"]);
  const maps = new Map<string, Record<string, boolean | string>>();
  const defaults = { readSatisfiedStatus: true, readNormalizedMeasure: true };
  for (const info of childrenOf(objective, "mapInfo"))
    maps.set(idOf(info.attributes["targetObjectiveID"]) ?? "", { ...defaults, ...flags(info) });
  for (const info of childrenOf(more(id), "mapInfo")) {
    const target = idOf(info.attributes["targetObjectiveID"]) ?? "";
    const withoutOwn = { readSatisfiedStatus: false, readNormalizedMeasure: false };
    maps.set(target, { ...(maps.get(target) ?? withoutOwn), ...EXTENDED, ...flags(info) });
  }
  return {
    objectiveID: id ?? "",
    satisfiedByMeasure: isTrue(objective.attributes["satisfiedByMeasure"], false),
    minNormalizedMeasure: numeric(childOf(objective, "minNormalizedMeasure")?.text) ?? 1,
    mapInfo: [...maps].map(([targetObjectiveID, reads]) => ({ ...reads, targetObjectiveID })),
  };
}

/** Ids of objectives are addresses (xs:anyURI): spaces around them mean nothing, and several are as one, also where they are encoded. */
function idOf(text: string | undefined): string | undefined {
  return text?.replace(/(?:\s|%20)+/g, " ").trim();
}

function ruleOf(rule: Xml): Rule[] {
  const conditions = childOf(rule, "ruleConditions");
  const action = childOf(rule, "ruleAction")?.attributes["action"];
  if (!action) return [];
  return [
    {
      action,
      conditionCombination: conditions?.attributes["conditionCombination"] ?? "all",
      conditions: childrenOf(conditions, "ruleCondition").map(({ attributes }) => ({
        condition: attributes["condition"] ?? "always",
        ...(attributes["operator"] === "not" && { operator: "not" }),
        ...optional("referencedObjective", idOf(attributes["referencedObjective"])),
        ...(attributes["measureThreshold"] !== undefined && {
          parameters: { threshold: numeric(attributes["measureThreshold"]) ?? 0 },
        }),
      })),
    },
  ];
}

function rollupRuleOf(rule: Xml): RollupRule[] {
  const conditions = childOf(rule, "rollupConditions");
  const action = childOf(rule, "rollupAction")?.attributes["action"];
  if (!action) return [];
  return [
    {
      action,
      consideration: rule.attributes["childActivitySet"] ?? "all",
      minimumCount: numeric(rule.attributes["minimumCount"]) ?? 0,
      minimumPercent: numeric(rule.attributes["minimumPercent"]) ?? 0,
      conditionCombination: conditions?.attributes["conditionCombination"] ?? "any",
      conditions: childrenOf(conditions, "rollupCondition").map(({ attributes }) => ({
        condition: attributes["condition"] ?? "always",
        operator: attributes["operator"] ?? "noOp",
      })),
    },
  ];
}

function considerations(element: Xml | undefined): Record<string, boolean | string> | undefined {
  if (!element) return undefined;
  return Object.fromEntries(
    Object.entries(element.attributes).map(([name, value]) => [
      name,
      /^(true|false|1|0)$/.test(value) ? isTrue(value, false) : value,
    ]),
  );
}

/** The attributes of an element that say yes or no. */
function flags(element: Xml | undefined): Record<string, boolean> | undefined {
  if (!element) return undefined;
  const entries = Object.entries(element.attributes).filter(([, value]) => /^(true|false|1|0)$/.test(value));
  return Object.fromEntries(entries.map(([name, value]) => [name, isTrue(value, false)]));
}

export function isTrue(text: string | undefined, otherwise: boolean): boolean {
  return text === undefined ? otherwise : text === "true" || text === "1";
}

export function numeric(text: string | null | undefined): number | undefined {
  const number = Number(text);
  return text == null || text.trim() === "" || !Number.isFinite(number) ? undefined : number;
}

function optional<K extends string, V>(name: K, value: V | undefined): Partial<Record<K, V>> {
  return value === undefined ? {} : ({ [name]: value } as Record<K, V>);
}
