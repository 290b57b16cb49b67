import { findChild, listChildren, type Xml } from "../../platform/xml.ts";

/**
 * The sequencing of one item (SCORM 2004 SN 4th Ed., imsss and its extensions), in the terms of the run-time library's
 * ActivitySettings. Collections are resolved: inline parts override the parts they refer to.
 */
export interface Sequencing {
  attemptLimit?: number;
  /** Never given to the tree, which would refuse to deliver. Content only reads it as its time. */
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

/** Returns a reader of items' sequencing for the manifest's collection. */
export function sequencingReader(manifest: Xml): (item: Xml) => Sequencing {
  const collection = new Map(
    listChildren(findChild(manifest, "sequencingCollection"), "sequencing").map((each) => [
      normalizeId(each.attributes["ID"]),
      each,
    ]),
  );
  return (item) => {
    const inline = findChild(item, "sequencing");
    const shared = collection.get(normalizeId(inline?.attributes["IDRef"]));
    const objectives = { ...objectiveLists(shared), ...objectiveLists(inline) };
    return read((name) => findChild(inline, name) ?? findChild(shared, name), objectives);
  };
}

function read(part: (name: string) => Xml | undefined, objectives: ObjectiveLists): Sequencing {
  const limits = part("limitConditions")?.attributes ?? {};
  const rollup = part("rollupRules");
  const rules = part("sequencingRules");
  return {
    ...optional("attemptLimit", numeric(limits["attemptLimit"])),
    ...optional("attemptAbsoluteDurationLimit", limits["attemptAbsoluteDurationLimit"]),
    ...toObjectives(objectives),
    ...(rules && {
      sequencingRules: {
        preConditionRules: listChildren(rules, "preConditionRule").flatMap(toRules),
        exitConditionRules: listChildren(rules, "exitConditionRule").flatMap(toRules),
        postConditionRules: listChildren(rules, "postConditionRule").flatMap(toRules),
      },
    }),
    sequencingControls: controls(part, rollup),
    ...optional("deliveryControls", flags(part("deliveryControls"))),
    ...(rollup && { rollupRules: { rules: listChildren(rollup, "rollupRule").flatMap(toRollupRules) } }),
    ...optional("rollupConsiderations", considerations(part("rollupConsiderations"))),
  };
}

/** Writes out the standard's defaults instead of relying on the library's. */
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

/**
 * Reads both elements named 'objectives': the standard's, and the extension that also maps scores and progress
 * (adlseq).
 */
function objectiveLists(sequencing: Xml | undefined): ObjectiveLists {
  const lists = listChildren(sequencing, "objectives");
  const isExtension = (list: Xml) =>
    !findChild(list, "primaryObjective") &&
    listChildren(list, "objective").some((objective) =>
      listChildren(objective, "mapInfo").some((info) => Object.keys(info.attributes).some((name) => name in EXTENDED)),
    );
  // The standard's one has a primary objective; of two without one, the extension is the second.
  const extended =
    lists.find(isExtension) ?? lists.findLast((list) => lists.length > 1 && !findChild(list, "primaryObjective"));
  const own = lists.find((list) => list !== extended);
  return { ...(own && { own }), ...(extended && { extended }) };
}

/** The defaults of the extension (SN 4th Ed. 3.10.3). */
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

function toObjectives({ own, extended }: ObjectiveLists) {
  const primary = findChild(own, "primaryObjective");
  const more = (id: string | undefined) =>
    listChildren(extended, "objective").find(({ attributes }) => normalizeId(attributes["objectiveID"]) === id);
  return {
    ...(primary && { primaryObjective: { ...toObjective(primary, more), isPrimary: true } }),
    objectives: listChildren(own, "objective").map((each) => toObjective(each, more)),
  };
}

function toObjective(objective: Xml, more: (id: string | undefined) => Xml | undefined): Objective {
  const id = normalizeId(objective.attributes["objectiveID"]);
  const maps = new Map<string, Record<string, boolean | string>>();
  const defaults = { readSatisfiedStatus: true, readNormalizedMeasure: true };
  for (const info of listChildren(objective, "mapInfo"))
    maps.set(normalizeId(info.attributes["targetObjectiveID"]) ?? "", { ...defaults, ...flags(info) });
  for (const info of listChildren(more(id), "mapInfo")) {
    const target = normalizeId(info.attributes["targetObjectiveID"]) ?? "";
    const withoutOwn = { readSatisfiedStatus: false, readNormalizedMeasure: false };
    maps.set(target, { ...(maps.get(target) ?? withoutOwn), ...EXTENDED, ...flags(info) });
  }
  return {
    objectiveID: id ?? "",
    satisfiedByMeasure: isTrue(objective.attributes["satisfiedByMeasure"], false),
    minNormalizedMeasure: numeric(findChild(objective, "minNormalizedMeasure")?.text) ?? 1,
    mapInfo: [...maps].map(([targetObjectiveID, reads]) => ({ ...reads, targetObjectiveID })),
  };
}

/**
 * Normalises ids of objectives, which are addresses (xs:anyURI): removes surrounding spaces and joins repeated ones,
 * also encoded ones.
 */
function normalizeId(text: string | undefined): string | undefined {
  return text?.replace(/(?:\s|%20)+/g, " ").trim();
}

function toRules(rule: Xml): Rule[] {
  const conditions = findChild(rule, "ruleConditions");
  const action = findChild(rule, "ruleAction")?.attributes["action"];
  if (!action) return [];
  return [
    {
      action,
      conditionCombination: conditions?.attributes["conditionCombination"] ?? "all",
      conditions: listChildren(conditions, "ruleCondition").map(({ attributes }) => ({
        condition: attributes["condition"] ?? "always",
        ...(attributes["operator"] === "not" && { operator: "not" }),
        ...optional("referencedObjective", normalizeId(attributes["referencedObjective"])),
        ...(attributes["measureThreshold"] !== undefined && {
          parameters: { threshold: numeric(attributes["measureThreshold"]) ?? 0 },
        }),
      })),
    },
  ];
}

function toRollupRules(rule: Xml): RollupRule[] {
  const conditions = findChild(rule, "rollupConditions");
  const action = findChild(rule, "rollupAction")?.attributes["action"];
  if (!action) return [];
  return [
    {
      action,
      consideration: rule.attributes["childActivitySet"] ?? "all",
      minimumCount: numeric(rule.attributes["minimumCount"]) ?? 0,
      minimumPercent: numeric(rule.attributes["minimumPercent"]) ?? 0,
      conditionCombination: conditions?.attributes["conditionCombination"] ?? "any",
      conditions: listChildren(conditions, "rollupCondition").map(({ attributes }) => ({
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

/** Reads the boolean attributes of an element. */
function flags(element: Xml | undefined): Record<string, boolean> | undefined {
  if (!element) return undefined;
  const entries = Object.entries(element.attributes).filter(([, value]) => /^(true|false|1|0)$/.test(value));
  return Object.fromEntries(entries.map(([name, value]) => [name, isTrue(value, false)]));
}

/** Reads an xs:boolean; `otherwise` is its default. */
export function isTrue(text: string | undefined, otherwise: boolean): boolean {
  return text === undefined ? otherwise : text === "true" || text === "1";
}

/** Reads a number of a manifest; undefined for what is none. */
export function numeric(text: string | null | undefined): number | undefined {
  const number = Number(text);
  return text == null || text.trim() === "" || !Number.isFinite(number) ? undefined : number;
}

function optional<K extends string, V>(name: K, value: V | undefined): Partial<Record<K, V>> {
  return value === undefined ? {} : ({ [name]: value } as Record<K, V>);
}
