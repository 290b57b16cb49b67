import type { SequencingDefinition } from "../scorm/sequencing/definition.ts";
import type { Item } from "../scorm/item.ts";

/** Builds a SCORM 2004 item as the server parses it, with its children; by default flow and choice are allowed. */
export function item(identifier: string, sequencing: SequencingDefinition = {}, children: Item[] = []): Item {
  const { sequencingControls, ...rest } = sequencing;
  return {
    identifier,
    title: identifier,
    isVisible: true,
    isLaunchable: children.length === 0,
    hideLmsUi: [],
    sequencing: { sequencingControls: { choice: true, flow: true, ...sequencingControls }, ...rest },
    details: {},
    children,
  };
}

type Rules = NonNullable<SequencingDefinition["sequencingRules"]>;
type Rule = NonNullable<Rules["preConditionRules"]>[number];

/** Builds a rule with one condition; 'not satisfied' is negated. */
export function rule(action: string, condition: string, objective?: string): Rule {
  const [, negation, name] = /^(not )?(.+)$/.exec(condition)!;
  return {
    action,
    conditionCombination: "all",
    conditions: [
      { condition: name!, ...(negation && { operator: "not" }), ...(objective && { referencedObjective: objective }) },
    ],
  };
}

/** Builds an objective with what it reads and writes of global ones, such as `{ shared: ["readSatisfiedStatus"] }`. */
export function objective(
  objectiveID: string,
  maps: Record<string, string[]> = {},
  more: { satisfiedByMeasure?: boolean; minNormalizedMeasure?: number } = {},
) {
  return {
    objectiveID,
    satisfiedByMeasure: false,
    minNormalizedMeasure: 1,
    ...more,
    mapInfo: Object.entries(maps).map(([targetObjectiveID, flags]) => ({
      targetObjectiveID,
      ...Object.fromEntries(flags.map((flag) => [flag, true])),
    })),
  };
}
