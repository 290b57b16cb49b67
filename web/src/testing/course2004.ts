import { expect, vi } from "vitest";
import { course2004 } from "../scorm/course2004.ts";
import type { Item } from "../scorm/item.ts";
import type { CourseView } from "../scorm/messages.ts";
import type { createQueue } from "../scorm/queue.ts";
import { createStage } from "../scorm/session.ts";
import type { PlayerState, Sco } from "../scorm/state.ts";
import { createTurns } from "../scorm/turns.ts";

const leaves = (tree: Item): Item[] => (tree.children.length === 0 ? [tree] : tree.children.flatMap(leaves));
const makeSco = ({ identifier }: Item): Sco => ({
  uuid: identifier,
  identifier,
  title: identifier,
  kind: "sco",
  url: "one.html",
  details: {},
  completion: "unknown",
  success: "unknown",
  isSuspended: false,
});

/** Opens a course of SCORM 2004 in the page and records what is sent to the server. */
export async function openCourse(organization: Item, kind: Sco["kind"] = "sco", kept: string | null = null) {
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify({ cmi: {} })));
  const state = {
    kind: "scorm_2004",
    scormId: 1,
    isPreview: false,
    mostCharacters: 1_000,
    organization,
    sequencing: kept,
    globalToSystem: { objectives: true, data: true },
    shared: { objectives: {}, data: {} },
    scos: leaves(organization).map((leaf) => ({ ...makeSco(leaf), kind })),
  } as unknown as PlayerState;
  const sent: [string, Record<string, unknown>][] = [];
  const queue = {
    put: (path: string, body: Record<string, unknown>) => void sent.push([path, body]),
    flush: async () => {},
  } as unknown as ReturnType<typeof createQueue>;
  const nothing = () => {};
  /** The frames that were about to be removed. */
  const unloaded: HTMLIFrameElement[] = [];
  const stage: ReturnType<typeof createStage> = createStage({
    state,
    queue,
    onLoading: nothing,
    onLoaded: nothing,
    onFull: nothing,
    onTerminated: (isSuspended) => course.terminated(isSuspended),
    onUnloading: () => void unloaded.push(document.querySelector("iframe")!),
  });
  let view: CourseView | null = null;
  const failures: unknown[] = [];
  const turns = createTurns((error) => failures.push(error));
  const course = await course2004(state, {
    stage: () => stage,
    queue,
    onView: (shown) => (view = shown),
    later: turns.take,
  });
  await course.start();
  /** Sets the given values in the current content, ends its session, and waits for the next delivery. */
  const say = async (values: Record<string, string>) => {
    const api = (window as unknown as Record<string, Record<string, (...given: string[]) => string>>)["API_1484_11"]!;
    const before = document.querySelector("iframe");
    api["Initialize"]!("");
    for (const [key, value] of Object.entries(values))
      expect([key, api["SetValue"]!(key, value)]).toEqual([key, "true"]);
    api["Terminate"]!("");
    const target = values["adl.nav.request"];
    if (target && target !== "suspendAll")
      await expect
        .poll(() => {
          // No page is loaded here: the frame gets the load event of an empty page.
          before!.dispatchEvent(new Event("load"));
          return document.querySelector("iframe") ?? before;
        })
        .not.toBe(before);
  };
  const last = (path: string) => sent.findLast(([sentPath]) => sentPath === path)?.[1];
  return {
    course,
    stage,
    unloaded,
    turns,
    failures,
    say,
    sent,
    last,
    view: () => view,
    shown: () => stage.current()?.identifier ?? null,
  };
}
