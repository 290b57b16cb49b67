import { createInteractions, isOfInteractions } from "./interactions2004.ts";
import type { Library } from "./library.ts";
import type { Sequencing } from "./sequencing/index.ts";
import { type NavigationRequest, requestOf } from "./sequencing/navigation.ts";
import type { Item } from "./state.ts";
import { cut, isNumber, isOfAnotherType } from "./values2004.ts";

type Answer = { value: string; error: string };

const NO_ERROR = "0";
const ok = (value: string): Answer => ({ value, error: NO_ERROR });
const refused = (error: string, value = "false"): Answer => ({ value, error });

/** SPM of adl.data.n.store (RTE 4th Ed. 4.3.1). */
const LONGEST_STORE = 64_000;
const STORES = "id,store";
const SPEED = "cmi.learner_preference.delivery_speed";

/** The data model of a content object in a course of SCORM 2004, with what the content has asked for. */
export interface DataModel2004 extends Library {
  /** Where the content wants to go now that it has ended (RTE 4th Ed. 4.2.8, 4.4.5); null for nowhere. */
  asked: () => NavigationRequest | null;
}

/**
 * The library's data model, and around it all that is between content and sequencing: navigation (adl.nav), the data that activities
 * share (adl.data), the objectives of the activity, and at the end what the content has come to. Interactions have a list of their own.
 * @param make makes the library's
 * @param languages the codes of those that a text may be in
 * @param delivered the item whose content is shown
 * @param onShared content has committed what it shares with others
 */
export function createDataModel(
  make: () => Library,
  sequencing: Sequencing,
  languages: ReadonlySet<string>,
  delivered: () => Item | null,
  onShared: () => void,
): DataModel2004 {
  /** What the content has said in this session of its data model or in those before it, and not the sequencing for it. */
  const said = new Set<string>();
  let exit = "";
  let request = "_none_";
  let own: string | null = null;
  let hasNewData = false;
  let library = make();
  let interactions = createInteractions({}, languages);
  /** A speed of nothing, which the library does not take (RTE 4th Ed. 4.2.14); null for another. */
  let stillness: string | null = null;

  return {
    isInitialized: () => library.isInitialized(),
    isTerminated: () => library.isTerminated(),
    lmsGetErrorString: (code) => library.lmsGetErrorString(code),
    lmsGetDiagnostic: (code) => library.lmsGetDiagnostic(code),
    asked() {
      // A content object whose time is up, and one that was logged out of, ends the course (RTE 4th Ed. 4.2.8).
      return exit === "time-out" || exit === "logout" ? { kind: "exitAll" } : requestOf(request);
    },
    reset() {
      said.clear();
      exit = "";
      request = "_none_";
      own = null;
      library = make();
      interactions = createInteractions({}, languages);
      stillness = null;
    },
    loadFromFlattenedJSON(seed) {
      for (const [key, value] of Object.entries(seed)) if (value !== "") said.add(key);
      interactions = createInteractions(seed, languages);
      if (isStill(SPEED, seed[SPEED])) stillness = seed[SPEED]!;
      const item = delivered();
      const rest = Object.fromEntries(
        Object.entries(seed).filter(([key, value]) => !isOfInteractions(key) && !isStill(key, value)),
      );
      const whole = item ? withObjectives(rest, sequencing.objectivesFor(item.identifier)) : rest;
      for (const part of commentByComment(whole)) library.loadFromFlattenedJSON(part);
    },
    lmsGetValue(element) {
      own = null;
      const answer = library.isInitialized() ? get(element) : null;
      if (!answer) return library.lmsGetValue(element);
      own = answer.error;
      return answer.value;
    },
    lmsSetValue(element, given) {
      own = null;
      const value = cut(element, given);
      const answer = library.isInitialized() ? set(element, value) : null;
      if (answer) {
        own = answer.error;
        return answer.value;
      }
      const result = library.lmsSetValue(element, value);
      if (String(result) === "true") {
        said.add(element);
        if (element === "cmi.exit") exit = value;
        if (element === SPEED) stillness = null;
      }
      return result;
    },
    lmsGetLastError: () => own ?? library.lmsGetLastError(),
    lmsInitialize: (parameter) => passing(() => library.lmsInitialize(parameter)),
    lmsCommit: (parameter) =>
      passing(() => {
        const result = library.lmsCommit(parameter);
        if (result === "true" && hasNewData) {
          hasNewData = false;
          onShared();
        }
        return result;
      }),
    lmsFinish: (parameter) =>
      passing(() => {
        if (parameter === "" && library.isInitialized()) sequencing.take(wasSaid);
        return library.lmsFinish(parameter);
      }),
  };

  function passing<T>(work: () => T): T {
    own = null;
    return work();
  }

  /** What the library answers before anybody sets it has not been said. */
  function wasSaid(element: string): string | undefined {
    if (element === "cmi.exit") return exit;
    const value = String(library.lmsGetValue(element));
    return value === "" || (value === "unknown" && !said.has(element)) ? undefined : value;
  }

  function get(element: string): Answer | null {
    if (isOfInteractions(element)) return interactions.get(element);
    if (element === SPEED && stillness !== null) return ok(stillness);
    if (element === "adl.nav.request") return ok(request);
    const valid = /^adl\.nav\.request_valid\.(?:(continue|previous)|(choice|jump)\.\{target=(.*)\})$/.exec(element);
    if (valid) return ok(String(isValid(valid[1] ?? valid[2]!, valid[3] ?? "")));
    const stores = delivered()?.details.dataMaps ?? [];
    if (element === "adl.data._count") return ok(String(stores.length));
    if (element === "adl.data._children") return ok(STORES);
    const [, index, name] = /^adl\.data\.(\d+)\.(id|store)$/.exec(element) ?? [];
    if (index === undefined) return null;
    const store = stores[Number(index)];
    if (!store) return refused("301", "");
    if (name === "id") return ok(store.targetID);
    if (!store.readSharedData) return refused("405", "");
    const value = sequencing.dataOf(store.targetID);
    // Nothing in it is as if nobody had ever set it.
    return value ? ok(value) : refused("403", "");
  }

  function set(element: string, value: string): Answer | null {
    if (isOfInteractions(element)) {
      const error = interactions.set(element, value);
      return error === NO_ERROR ? ok("true") : refused(error);
    }
    if (isStill(element, value)) {
      stillness = value;
      return ok("true");
    }
    if (element === "adl.nav.request") {
      if (value !== "_none_" && !requestOf(value)) return refused("406");
      request = value;
      return ok("true");
    }
    // What the library refuses it has counted all the same: it must not see it.
    if (isOfAnotherType(element, value)) return refused("406");
    const [, index, name] = /^adl\.data\.(\d+)\.(id|store)$/.exec(element) ?? [];
    if (index === undefined) return isSecond(element, value) ? refused("351") : null;
    const store = delivered()?.details.dataMaps?.[Number(index)];
    if (!store) return refused("351");
    if (name === "id" || !store.writeSharedData) return refused("404");
    if (value.length > LONGEST_STORE) return refused("406");
    sequencing.keepData(store.targetID, value);
    hasNewData = true;
    return ok("true");
  }

  /** Whether another objective has this id already. */
  function isSecond(element: string, value: string): boolean {
    const [, index] = /^cmi\.objectives\.(\d+)\.id$/.exec(element) ?? [];
    const count = index === undefined ? 0 : Number(library.lmsGetValue("cmi.objectives._count"));
    return Array.from({ length: count }, (_, each) => each).some(
      (each) => each !== Number(index) && library.lmsGetValue(`cmi.objectives.${each}.id`) === value,
    );
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

function isStill(element: string, value: string | undefined): boolean {
  return element === SPEED && value !== undefined && isNumber(value) && Number(value) === 0;
}

/** The library loads comments by the letters of their keys, the tenth before the second, and loses all after the ninth. */
function commentByComment(seed: Record<string, string>): Record<string, string>[] {
  const rest: Record<string, string> = {};
  const comments: Record<string, string>[] = [];
  for (const [key, value] of Object.entries(seed)) {
    const [, index] = /^cmi\.comments_from_learner\.(\d+)\./.exec(key) ?? [];
    if (index === undefined) rest[key] = value;
    else (comments[Number(index)] ??= {})[key] = value;
  }
  return [rest, ...Object.values(comments)];
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
