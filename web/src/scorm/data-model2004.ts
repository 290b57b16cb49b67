import { type Answer, answer, createDataModel, type DataModel, failedGet, failedSet, NO_ERROR } from "./data-model.ts";
import type { Sequencing } from "./sequencing/index.ts";
import { type NavigationRequest, requestOf } from "./sequencing/navigation.ts";
import type { Item } from "./state.ts";

/** SPM of adl.data.n.store (RTE 4th Ed. 4.3.1). */
const LONGEST_STORE = 64_000;
const STORES = "id,store";

/** The data model of a content object in a course of SCORM 2004, with what the content has asked for. */
export interface DataModel2004 extends DataModel {
  /** Where the content wants to go now that it has ended (RTE 4th Ed. 4.2.8, 4.4.5); null for nowhere. */
  asked: () => NavigationRequest | null;
}

/**
 * Creates the data model with all that is between content and sequencing: navigation (adl.nav), the data that activities share
 * (adl.data), the objectives of the activity, the statuses that thresholds decide, and at the end what the content has come to.
 * @param delivered the item whose content is shown
 * @param onShared content has committed what it shares with others
 */
export function createDataModel2004(
  sequencing: Sequencing,
  delivered: () => Item | null,
  onShared: () => void,
): DataModel2004 {
  const model = createDataModel("scorm_2004");
  /** What the content has said in this session of its data model or in those before it, and not the sequencing for it. */
  const said = new Set<string>();
  let hasNewData = false;

  return {
    ...model,
    asked() {
      // A content object whose time is up, and one that was logged out of, ends the course (RTE 4th Ed. 4.2.8).
      const exit = model.read("cmi.exit");
      return exit === "time-out" || exit === "logout" ? { kind: "exitAll" } : requestOf(model.read("adl.nav.request"));
    },
    reset() {
      said.clear();
      hasNewData = false;
      model.reset();
    },
    load(seed) {
      for (const [key, value] of Object.entries(seed)) if (value !== "") said.add(key);
      const item = delivered();
      model.load(item ? withObjectives(seed, sequencing.objectivesFor(item.identifier)) : seed);
    },
    get(element) {
      if (!model.isInitialized()) return model.get(element);
      const found = surroundings(element) ?? model.get(element);
      const decided = found.error === NO_ERROR ? decidedStatus(element) : null;
      return decided === null ? found : answer(decided);
    },
    set(element, value) {
      const result = (model.isInitialized() ? setStore(element, value) : null) ?? model.set(element, value);
      if (result.error === NO_ERROR) said.add(element);
      return result;
    },
    commit(parameter) {
      const result = model.commit(parameter);
      if (result.error === NO_ERROR && hasNewData) {
        hasNewData = false;
        onShared();
      }
      return result;
    },
    terminate(parameter) {
      if (parameter === "" && model.isInitialized()) sequencing.take(wasSaid);
      return model.terminate(parameter);
    },
  };

  /** What an element is before anybody sets it has not been said. */
  function wasSaid(element: string): string | undefined {
    if (element === "cmi.exit") return model.read(element);
    const value = decidedStatus(element) ?? model.read(element);
    return value === "" || (value === "unknown" && !said.has(element)) ? undefined : value;
  }

  /** A status that a threshold of the manifest decides, whatever content has said (RTE 4th Ed. 4.2.4.1, 4.2.22.1). */
  function decidedStatus(element: string): string | null {
    if (element === "cmi.completion_status")
      return decided("cmi.completion_threshold", "cmi.progress_measure", "completed", "incomplete");
    if (element === "cmi.success_status")
      return decided("cmi.scaled_passing_score", "cmi.score.scaled", "passed", "failed");
    return null;
  }

  function decided(threshold: string, measure: string, reached: string, missed: string): string | null {
    const [least, found] = [model.read(threshold), model.read(measure)];
    if (least === "") return null;
    if (found === "") return "unknown";
    return Number(found) >= Number(least) ? reached : missed;
  }

  function surroundings(element: string): Answer | null {
    const valid = /^adl\.nav\.request_valid\.(?:(continue|previous)|(choice|jump)\.\{target=(.*)\})$/.exec(element);
    if (valid) return answer(String(isValid(valid[1] ?? valid[2]!, valid[3] ?? "")));
    const stores = delivered()?.details.dataMaps ?? [];
    if (element === "adl.data._count") return answer(String(stores.length));
    if (element === "adl.data._children") return answer(STORES);
    const [, index, name] = /^adl\.data\.(\d+)\.(id|store)$/.exec(element) ?? [];
    if (index === undefined) return null;
    const store = stores[Number(index)];
    if (!store) return failedGet("301");
    if (name === "id") return answer(store.targetID);
    if (!store.readSharedData) return failedGet("405");
    const value = sequencing.dataOf(store.targetID);
    // Nothing in it is as if nobody had ever set it.
    return value ? answer(value) : failedGet("403");
  }

  function setStore(element: string, value: string): Answer | null {
    const [, index, name] = /^adl\.data\.(\d+)\.(id|store)$/.exec(element) ?? [];
    if (index === undefined) return null;
    const store = delivered()?.details.dataMaps?.[Number(index)];
    if (!store) return failedSet("351");
    if (name === "id" || !store.writeSharedData) return failedSet("404");
    if (value.length > LONGEST_STORE) return failedSet("406");
    sequencing.keepData(store.targetID, value);
    hasNewData = true;
    return answer("true");
  }

  function isValid(kind: string, target: string): boolean {
    switch (kind) {
      case "continue":
        return sequencing.mayContinue();
      case "previous":
        return sequencing.mayGoBack();
      case "choice":
        return sequencing.mayChoose(target);
      default:
        return sequencing.mayJump(target);
    }
  }
}

/** An attempt that goes on has its objectives already, in an order of its own; what is known of them may be newer. */
function withObjectives(seed: Record<string, string>, objectives: Record<string, string>[]): Record<string, string> {
  const merged = { ...seed };
  const places = new Map<string, number>();
  for (const [key, value] of Object.entries(seed)) {
    const [, index] = /^cmi\.objectives\.(\d+)\.id$/.exec(key) ?? [];
    if (index !== undefined) places.set(value, Number(index));
  }
  let next = Math.max(-1, ...places.values()) + 1;
  for (const objective of objectives) {
    const place = places.get(objective["id"]!) ?? next++;
    for (const [name, value] of Object.entries(objective)) merged[`cmi.objectives.${place}.${name}`] = value;
  }
  return merged;
}
