import type { ScormApi } from "../../../web/src/scorm/api.ts";
import { play } from "./content.ts";
import type { Examiner } from "./examiner.ts";
import { findPage } from "./pages.ts";

type Listener = () => void;

/**
 * Creates the parts of a browser page that the player needs: frames that load and empty, in which the suite's content
 * runs.
 * @param moved called when something has happened
 */
export function createPage(examiner: Examiner, moved: () => void) {
  const scope: Record<string, unknown> = {};
  let asked: { questions: string[]; answer: (answers: string[]) => Promise<void> } | null = null;

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

  /** Errors of content stay in the content. */
  function guarded(work: () => void) {
    try {
      work();
    } catch (error) {
      examiner.fail(`the content broke: ${String(error)}`);
    }
  }

  /** Runs a page of the suite; returns what it does when it is unloaded. */
  function run(url: string): () => void {
    const suite = {
      ...examiner,
      wrong: () => examiner.stop("the wrong resource was launched"),
      ask(questions: string[], then: () => void) {
        const answer = async () => {
          asked = null;
          moved();
          guarded(then);
        };
        asked = { questions, answer };
      },
    };
    return play(findPage(url), url.slice(url.indexOf("?")), suite, () => {
      const found = scope["API_1484_11"] as ScormApi | undefined;
      if (!found) throw new Error("there is no API_1484_11");
      return found;
    });
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
