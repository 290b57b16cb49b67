import { afterEach, expect, test, vi } from "vitest";
import { course12 } from "./course12.ts";
import type { CourseView } from "./messages.ts";
import type { createQueue } from "./queue.ts";
import { createStage } from "./session.ts";
import { item } from "../testing/activities.ts";
import type { PlayerState } from "./state.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

/** Opens a course of two SCOs and ends the session of the first one with these values. @returns which of them are ticked */
async function endFirst(values: Record<string, string>) {
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify({ cmi: {} })));
  const scos = ["a", "b"].map((identifier) => ({ uuid: identifier, identifier, kind: "sco", url: "one.html" }));
  const organization = item("org", {}, [item("a"), item("b")]);
  const state = { kind: "scorm_1_2", mostCharacters: 1_000, organization, scos } as unknown as PlayerState;
  const queue = { put: () => {}, flush: async () => {} } as unknown as ReturnType<typeof createQueue>;
  const nothing = () => {};
  const stage: ReturnType<typeof createStage> = createStage({
    state,
    queue,
    onLoading: nothing,
    onLoaded: nothing,
    onFull: nothing,
    onTerminated: (isSuspended) => course.terminated(isSuspended),
  });
  let view: CourseView | null = null;
  const course = await course12(
    state,
    () => stage,
    (shown) => (view = shown),
  );
  await course.start();
  const api = (window as unknown as Record<string, Record<string, (...given: string[]) => string>>)["API"]!;
  api["LMSInitialize"]!("");
  for (const [key, value] of Object.entries(values)) api["LMSSetValue"]!(key, value);
  api["LMSFinish"]!("");
  return view!.toc.flatMap(({ identifier, isDone }) => (isDone ? [identifier] : []));
}

test.each([
  ["ends without a status", {}, ["a"]],
  ["is completed", { "cmi.core.lesson_status": "completed" }, ["a"]],
  ["is suspended without a status", { "cmi.core.exit": "suspend" }, []],
  ["is incomplete", { "cmi.core.lesson_status": "incomplete" }, []],
])(
  "the contents show as the server does whether a SCO that %s is done [SCORM 1.2 cmi.core.lesson_status]",
  async (...given) => {
    expect(await endFirst(given[1])).toEqual(given[2]);
  },
);
