import { createServer } from "node:http";
import { perform, play, type Result } from "./content.ts";
import type { Examiner } from "./examiner.ts";
import { pageOf } from "./pages.ts";

/** What content in a browser says to the driver. */
type Said =
  | { to: "arrived"; query: string }
  | { to: "performed"; results: Result[] }
  | { to: "waits"; questions: string[] }
  | { to: "callsToMake" | "finished" | "wrong" };

/**
 * The driver's own little server. The suite's content speaks to a Java applet; ours asks here, and waits for each answer as it would
 * for the applet's.
 */
export async function listen(onSaid: () => void) {
  let examiner: Examiner | null = null;
  let questions: string[] | null = null;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      onSaid();
      const said = JSON.parse(Buffer.concat(chunks).toString()) as Said;
      questions = said.to === "waits" ? said.questions : null;
      response.setHeader("access-control-allow-origin", "*");
      response.end(JSON.stringify(examiner ? answer(examiner, said) : null) ?? "null");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  return {
    /** Whose test case it is now. */
    ask: (next: Examiner) => void (examiner = next),
    /** What the learner is asked, while the content waits for the answers. */
    questions: () => questions,
    answered: () => void (questions = null),
    pageFor: (url: string) => pageHtml(url, `http://127.0.0.1:${port}/`),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

function answer(examiner: Examiner, said: Said): unknown {
  switch (said.to) {
    case "arrived":
      return examiner.arrived(said.query);
    case "callsToMake":
      return examiner.callsToMake();
    case "performed":
      return examiner.performed(said.results);
    case "finished":
      return examiner.finished();
    case "wrong":
      return examiner.stop("the wrong resource was launched");
    default:
      return null;
  }
}

/** A page that stands in for one of the suite's; the learner's answers are waited for behind a button. */
function pageHtml(url: string, driver: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Content</title></head><body>
<h1>${new URLSearchParams(url.split("?")[1]).get("act") ?? ""}</h1><p id="questions"></p><button id="answer" hidden>Submit answers</button><script>
const perform = ${perform.toString()};
const play = ${play.toString()};
const tell = (what) => {
  const request = new XMLHttpRequest();
  request.open("POST", ${JSON.stringify(driver)}, false);
  request.send(JSON.stringify(what));
  return JSON.parse(request.responseText);
};
const suite = {
  arrived: (query) => tell({ to: "arrived", query }),
  wrong: () => tell({ to: "wrong" }),
  callsToMake: () => tell({ to: "callsToMake" }),
  performed: (results) => tell({ to: "performed", results }),
  // No request may be waited for while a page goes.
  finished: (isLeaving) => isLeaving ? navigator.sendBeacon(${JSON.stringify(driver)}, JSON.stringify({ to: "finished" })) : tell({ to: "finished" }),
  ask(questions, then) {
    const button = document.querySelector("#answer");
    document.querySelector("#questions").textContent = questions.join("~");
    button.hidden = false;
    button.onclick = () => { button.hidden = true; then(); };
    tell({ to: "waits", questions });
  },
};
let found = null;
const api = () => {
  for (let at = window, hops = 0; !found && hops < 10; hops++, at = at.parent) found = at.API_1484_11 ?? null;
  if (!found) throw new Error("there is no API_1484_11");
  return found;
};
let leave = () => {};
addEventListener("load", () => { leave = play(${JSON.stringify(pageOf(url))}, location.search, suite, api); });
addEventListener("pagehide", () => leave());
</script></body></html>`;
}
