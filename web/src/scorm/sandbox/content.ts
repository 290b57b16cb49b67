import { createApi, NO_HOOKS, type ScormApi } from "../api.ts";
import { createDataModel } from "../data-model.ts";
import { createDataModel2004 } from "../data-model2004.ts";
import { createRoom } from "../room.ts";
import { withoutShared } from "../seed.ts";
import { type Boot, type Call, OUTERMOST, readBoot, sequencingFrom, toMessage, writeBoot } from "./boot.ts";
import { replaceStorage } from "./storage.ts";

// The server inserts this script into every page of a package that runs in a sandbox with an opaque origin. There
// content cannot reach the player's run-time, whose answers it needs synchronously: it has its own, and the player
// receives each call.
const player = window.parent;
const boot = readBoot(window.name);
replaceStorage(window);
if (boot) install(boot);
if (boot || window.name === OUTERMOST)
  // Content that looks for its run-time in parent windows finds itself instead of a window that throws.
  Object.defineProperty(window, "parent", { value: window });

function install(given: Boot): void {
  const name = given.kind === "scorm_1_2" ? "API" : "API_1484_11";
  const api = createRuntime(given);
  // Calls of an earlier page, which the player has received.
  for (const [called, values] of given.calls) api[called]?.(...values);
  const calls: Call[] = [...given.calls];
  let isLeaving = false;
  const remember = () => (window.name = writeBoot({ ...given, calls }));
  const reporting = Object.fromEntries(
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
  Object.defineProperty(window, name, { value: reporting, configurable: true, writable: true });
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
  return createApi(given.kind, model, createRoom(given.seed, given.mostCharacters), NO_HOOKS);
}
