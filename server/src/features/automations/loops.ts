import { type MessageWithValues, phrase, t } from "../../i18n/message.ts";
import type { AutomationAction, ObjectKind, Trigger, TriggerKind } from "./automation-kinds.ts";

/** An automation as a node of the graph: what starts it, and what its actions make happen. */
export interface Node {
  id: number;
  /** Null for one that the reader does not see. */
  name: string | null;
  trigger: Trigger;
  actions: readonly AutomationAction[];
}

/** What an action makes happen that can start another automation, now or on a later day. */
interface Effect {
  kind: TriggerKind;
  objectId: number;
  action: AutomationAction;
}

/** The names and contents of what actions are about. */
export interface World {
  findName: (kind: ObjectKind, id: number) => string;
  coursesOfPath: (pathId: number) => readonly number[];
}

/**
 * Finds a way from an automation back to itself: its actions start another, whose actions start another, and so on. A
 * trigger about any group or course is started by each of them.
 * @returns the way in words; null without one
 */
export function findLoop(start: Node, others: readonly Node[], world: World): MessageWithValues | null {
  const nodes = [start, ...others.filter(({ id }) => id !== start.id)];
  const seen = new Set<Node>();
  const search = (node: Node): MessageWithValues[] | null => {
    for (const effect of listEffects(node, world))
      for (const next of nodes.filter(({ trigger }) => isStartedBy(trigger, effect))) {
        const step = toStep(node, effect, next, world);
        if (next === start) return [step];
        if (seen.has(next)) continue;
        seen.add(next);
        const rest = search(next);
        if (rest) return [step, ...rest];
      }
    return null;
  };
  const steps = search(start);
  if (!steps) return null;
  const way = { id: steps.map((_, index) => `{${index}}`).join(" "), values: steps };
  return t`This automation would start itself again and again. ${way}`;
}

const isStartedBy = (trigger: Trigger, { kind, objectId }: Effect): boolean =>
  trigger.kind === kind && (trigger.objectId === null || trigger.objectId === objectId);

function listEffects({ actions }: Node, { coursesOfPath }: World): Effect[] {
  return actions.flatMap((action): Effect[] => {
    switch (action.kind) {
      case "add_to_group":
        return [{ kind: "group_joined", objectId: action.group_id, action }];
      case "remove_from_group":
        return [{ kind: "group_left", objectId: action.group_id, action }];
      case "enrol_in_course":
        return [{ kind: "course_overdue", objectId: action.course_id, action }];
      case "enrol_in_path":
        return [
          { kind: "path_completed", objectId: action.path_id, action },
          { kind: "path_overdue", objectId: action.path_id, action },
          ...coursesOfPath(action.path_id).map((objectId) => ({ kind: "course_overdue" as const, objectId, action })),
        ];
      case "give_badge":
      case "notify":
      case "deactivate":
        return [];
    }
  });
}

function toStep(from: Node, { kind, action }: Effect, to: Node, world: World): MessageWithValues {
  const [a, b] = [toName(from), toName(to)];
  // What an automation of another site is about is none of the reader's business.
  const findName: World["findName"] = (object, id) => (from.name === null ? "…" : world.findName(object, id));
  const step = (() => {
    switch (action.kind) {
      case "add_to_group":
        return t`${a} adds people to the group ‘${findName("group", action.group_id)}’, which starts ${b}.`;
      case "remove_from_group":
        return t`${a} removes people from the group ‘${findName("group", action.group_id)}’, which starts ${b}.`;
      case "enrol_in_course":
        return t`${a} enrols people in ‘${findName("course", action.course_id)}’, and when that is overdue it starts ${b}.`;
      case "enrol_in_path":
        return kind === "path_completed"
          ? t`${a} assigns the learning path ‘${findName("path", action.path_id)}’, and when that is completed it starts ${b}.`
          : t`${a} assigns the learning path ‘${findName("path", action.path_id)}’, and when that is overdue it starts ${b}.`;
      default:
        return t`${a} starts ${b}.`;
    }
  })();
  return step;
}

const toName = ({ name }: Node): MessageWithValues =>
  name === null ? phrase`an automation of another site` : t`‘${name}’`;
