import { type Answer, answer, createDataModel, type DataModel, failedGet, failedSet, NO_ERROR } from "./data-model.ts";
import type { Sequencing } from "./sequencing/index.ts";
import { type NavigationRequest, parseRequest } from "./sequencing/navigation.ts";
import type { Item } from "./item.ts";

/** SPM of adl.data.n.store (RTE 4th Ed. 4.3.1). */
const LONGEST_STORE = 64_000;
const STORES = "id,store";

/** The data model of a content object in a SCORM 2004 course, with its navigation request. */
export interface DataModel2004 extends DataModel {
  /** The content's navigation request at its end (RTE 4th Ed. 4.2.8, 4.4.5); null without one. */
  asked: () => NavigationRequest | null;
}

/**
 * Creates the data model with everything between content and sequencing: navigation (adl.nav), shared data (adl.data),
 * the activity's objectives, statuses decided by thresholds, and at the end the content's results.
 * @param delivered the item whose content is shown
 * @param onShared content has committed shared data
 */
export function createDataModel2004(
  sequencing: Sequencing,
  delivered: () => Item | null,
  onShared: () => void,
): DataModel2004 {
  const model = createDataModel("scorm_2004");
  /** The elements that content has set in this or an earlier session, and not the sequencing for it. */
  const reported = new Set<string>();
  let hasNewData = false;

  return {
    ...model,
    asked() {
      // A timeout and a logout end the course (RTE 4th Ed. 4.2.8).
      const exit = model.read("cmi.exit");
      return exit === "time-out" || exit === "logout"
        ? { kind: "exitAll" }
        : parseRequest(model.read("adl.nav.request"));
    },
    reset() {
      reported.clear();
      hasNewData = false;
      model.reset();
    },
    load(seed) {
      for (const [key, value] of Object.entries(seed)) if (value !== "") reported.add(key);
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
      if (result.error === NO_ERROR) reported.add(element);
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
      if (parameter === "" && model.isInitialized()) sequencing.take(findReported);
      return model.terminate(parameter);
    },
  };

  /** An initial value was not reported by content. */
  function findReported(element: string): string | undefined {
    if (element === "cmi.exit") return model.read(element);
    const value = decidedStatus(element) ?? model.read(element);
    return value === "" || (value === "unknown" && !reported.has(element)) ? undefined : value;
  }

  /**
   * Returns a status that a threshold of the manifest decides, whatever content reports (RTE 4th Ed. 4.2.4.1,
   * 4.2.22.1).
   */
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
    const value = sequencing.getData(store.targetID);
    // Empty data counts as never set.
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

/** Merges objectives into the attempt's own list, which has its own order; their shared status may be newer. */
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
