import { createApi, type ScormApi } from "../api.ts";
import { createDataModel } from "../data-model.ts";
import { createDataModel2004 } from "../data-model2004.ts";
import { createRoom } from "../room.ts";
import { withoutShared } from "../seed.ts";
import { type Boot, type Call, readBoot, sequencingFrom, toMessage, writeBoot } from "./boot.ts";
import { replaceStorage } from "./storage.ts";

// The server puts this script in front of every page of a package that runs in a sandbox without an origin. There content cannot
// reach the run-time of the player, whose answers it needs at once: it has one of its own, and the player hears each call.
const player = window.parent;
const boot = readBoot(window.name);
replaceStorage(window);
if (boot) install(boot);

function install(given: Boot): void {
  const name = given.kind === "scorm_1_2" ? "API" : "API_1484_11";
  const api = createRuntime(given);
  // Those that the content of an earlier page has made: the player has heard them.
  for (const [called, values] of given.calls) api[called]?.(...values);
  const calls: Call[] = [...given.calls];
  let isLeaving = false;
  const remember = () => (window.name = writeBoot({ ...given, calls }));
  const told = Object.fromEntries(
    Object.entries(api).map(([called, work]) => [
      called,
      typeof work !== "function"
        ? work
        : (...values: unknown[]) => {
            const result = work(...values);
            const call: Call = [called, values.map((value) => (value == null ? "" : String(value as string)))];
            if (/Last|Error|Diagnostic/.test(called)) return result;
            player.postMessage(toMessage(call), location.origin);
            if (!called.includes("Get")) calls.push(call);
            if (isLeaving) remember();
            return result;
          },
    ]),
  );
  Object.defineProperty(window, name, { value: told, configurable: true, writable: true });
  // Content that looks for its run-time around it finds itself, and not a window that throws.
  Object.defineProperty(window, "parent", { value: window });
  addEventListener("pagehide", () => {
    isLeaving = true;
    remember();
  });
}

function createRuntime(given: Boot): ScormApi {
  const model =
    given.kind === "scorm_1_2"
      ? createDataModel("scorm_1_2")
      : createDataModel2004(
          sequencingFrom(given.sequencing!),
          () => given.sequencing!.item,
          () => {},
        );
  model.load(withoutShared(given.seed));
  const nothing = () => {};
  return createApi(given.kind, model, createRoom(given.seed, given.mostCharacters), {
    onInitialized: nothing,
    onSet: nothing,
    onCommitted: nothing,
    onTerminated: nothing,
    onCall: nothing,
    onFull: nothing,
  });
}
