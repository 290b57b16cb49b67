import type { ScormApi } from "../../../web/src/scorm/api.ts";
import { pageOf } from "./content.ts";
import type { Examiner } from "./examiner.ts";
import { perform } from "./perform.ts";

type Listener = () => void;

/**
 * As much of a browser's page as the player needs: frames that load and are emptied, in which the suite's content runs.
 * @param moved something has happened
 */
export function createPage(examiner: Examiner, moved: () => void) {
  const scope: Record<string, unknown> = {};
  let asked: { questions: string[]; answer: (answers: string[]) => void } | null = null;

  class Frame {
    src = "";
    title = "";
    allow = "";
    #isLoaded = false;
    #isGone = false;
    #unload: () => void = () => {};
    #listeners: Listener[] = [];
    readonly contentWindow = { location: { replace: () => this.#empty() } };

    addEventListener(_type: "load", listener: Listener) {
      this.#listeners.push(listener);
    }

    load() {
      setTimeout(() => {
        if (this.#isGone) return;
        moved();
        guarded(() => (this.#unload = run(this.src)));
        this.#isLoaded = true;
        this.#loaded();
      });
    }

    remove() {
      this.#isGone = true;
    }

    #empty() {
      if (this.#isLoaded) guarded(this.#unload);
      this.#isLoaded = false;
      asked = null;
      setTimeout(() => this.#loaded());
    }

    #loaded() {
      moved();
      const listeners = this.#listeners;
      this.#listeners = [];
      listeners.forEach((listener) => listener());
    }
  }

  /** What goes wrong in content stays there. */
  function guarded(work: () => void) {
    try {
      work();
    } catch (error) {
      examiner.fail(`the content broke: ${String(error)}`);
    }
  }

  /** Runs a page of the suite; gives what it does when it is taken away. */
  function run(url: string): () => void {
    const nothing = () => {};
    const page = pageOf(url);
    if (page.isWrong) {
      examiner.stop("the wrong resource was launched");
      return nothing;
    }
    const visit = examiner.arrived(url.slice(url.indexOf("?")));
    if (!visit) return nothing;
    const api = () => {
      const found = scope["API_1484_11"] as ScormApi | undefined;
      if (!found) throw new Error("there is no API_1484_11");
      return found;
    };
    const work = () => {
      examiner.performed(perform(examiner.callsToMake(), page.terminates === "never" ? {} : api()));
      if (page.instructs === "loaded" && !page.asksLast) examiner.finished();
      if (page.terminates === "loaded") api()["Terminate"]!("");
    };
    const ask = (then: () => void) => {
      asked = {
        questions: visit.questions,
        answer: () => {
          asked = null;
          moved();
          guarded(then);
        },
      };
    };
    if (page.asksLast) {
      work();
      ask(() => examiner.finished());
    } else if (visit.questions.length > 0) ask(work);
    else work();
    return () => {
      if (page.instructs === "unloaded") examiner.finished();
      if (page.asks !== undefined) api()["SetValue"]!("adl.nav.request", page.asks);
      if (page.terminates === "unloaded") api()["Terminate"]!("");
    };
  }

  return {
    asked: () => asked,
    window: scope,
    document: {
      createElement: () => new Frame(),
      body: { append: (frame: Frame) => frame.load() },
    },
  };
}
