import type { Course } from "../../../web/src/scorm/course12.ts";
import type { CourseView, TocItem } from "../../../web/src/scorm/messages.ts";
import type { createQueue } from "../../../web/src/scorm/queue.ts";
import type { createStage } from "../../../web/src/scorm/session.ts";
import type { PlayerState } from "../../../web/src/scorm/state.ts";
import type { Examiner } from "./examiner.ts";
import { createPage } from "./memory-page.ts";
import { createServer, LEARNER_ID } from "./memory-server.ts";
import type { Place, Player } from "./player.ts";
import { rest, watchTimers } from "./rest.ts";

const NOTHING: CourseView = {
  toc: [],
  current: null,
  controls: { continue: "hidden", previous: "hidden", exitAll: "hidden", suspendAll: "hidden" },
  hasEnded: false,
};

/** Runs the player's own modules in this process, with a minimal page, server and network. */
export function inMemory(manifest: (name: string) => Buffer): Place {
  watchTimers();
  /** One learner takes the whole suite: shared data continues from package to package. */
  const ofLearner: PlayerState["shared"] = { objectives: {}, data: {} };
  return { playerFor, learnerId: LEARNER_ID, end: async () => {} };

  async function playerFor(examiner: Examiner): Promise<Player> {
    const servers = new Map<string, ReturnType<typeof createServer>>();
    let moves = 0;
    let view = NOTHING;
    let course: Course | null = null;
    let queue: ReturnType<typeof createQueue> | null = null;
    let work: Promise<void> = Promise.resolve();
    const moved = () => void (moves += 1);
    const page = createPage(examiner, moved);
    Object.assign(globalThis, {
      window: page.window,
      document: page.document,
      location: { pathname: "/scorm/token/" },
      addEventListener: () => {},
    });
    // The library logs its own steps.
    for (const level of ["log", "info", "warn", "error", "debug"] as const)
      console[level] = (...logged) => examiner.log.push(`    ${level}: ${logged.map(String).join(" ")}`);
    // They read the page when they are loaded.
    const player = await import("../../../web/src/scorm/course2004.ts");
    const { createStage: makeStage } = await import("../../../web/src/scorm/session.ts");
    const { createQueue: makeQueue } = await import("../../../web/src/scorm/queue.ts");

    const inTurn = (next: () => Promise<unknown>) => {
      const before = work;
      work = (async () => {
        await before;
        await next();
      })().catch((error: unknown) => examiner.fail(`the player broke: ${String(error)}`));
    };
    return {
      async open(name) {
        const server = servers.get(name) ?? createServer(manifest(name), ofLearner);
        servers.set(name, server);
        const state = server.launch();
        view = NOTHING;
        globalThis.fetch = async (address) => {
          const [uuid = "", query = ""] = (address as string).split("/").at(-1)!.split("?");
          const cmi = server.seed(uuid, query === "resumes=true");
          return { ok: true, json: async () => ({ cmi }) } as Response;
        };
        const sending = makeQueue({
          firstSequence: 0,
          onChange: moved,
          onRefused: () => examiner.fail("the server did not take something"),
          onStopped: ({ message }) => examiner.stop(`the session was stopped: ${message}`),
          transport: async (path, body) => {
            moved();
            server.take(path, body as Record<string, unknown>);
            for (const refused of server.refused.splice(0)) examiner.fail(`the server did not take ${refused}`);
          },
        });
        const stage: ReturnType<typeof createStage> = makeStage({
          state,
          queue: sending,
          onLoading: moved,
          onLoaded: moved,
          onFull: () => examiner.fail("the attempt is full"),
          onTerminated: (isSuspended) => opened.terminated(isSuspended),
        });
        const opened: Course = await player.course2004(state, {
          stage: () => stage,
          queue: sending,
          onView: (shown) => {
            moved();
            view = shown;
          },
          later: (next) => setTimeout(() => inTurn(next)),
        });
        course = opened;
        queue = sending;
        inTurn(() => opened.start());
      },
      async leave() {
        const [leaving, sending] = [course, queue];
        if (!leaving || !sending) return;
        course = null;
        inTurn(async () => {
          await leaving.close();
          await sending.flush();
        });
        await rest(() => moves);
      },
      look: async () => ({ ...view, toc: view.toc.flatMap(flat) }),
      press: async (control) => inTurn(async () => course?.command(control)),
      choose: async (title) => {
        const entry = view.toc.flatMap(itself).find((item) => item.title === title)!;
        inTurn(async () => course?.command("choice", entry.identifier));
      },
      settle: () => rest(() => moves),
      asked: page.asked,
      end: async () => {},
    };
  }
}

const itself = (item: TocItem): TocItem[] => [item, ...item.children.flatMap(itself)];
/** An entry without a title is hidden. */
const flat = (item: TocItem) =>
  itself(item).flatMap(({ title, isEnabled }) => (title === "" ? [] : [{ title, isEnabled }]));
