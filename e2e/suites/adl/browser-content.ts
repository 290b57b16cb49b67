import { createServer } from "node:http";
import { perform, play, type Result } from "./content.ts";
import type { Examiner } from "./examiner.ts";
import { findPage } from "./pages.ts";

/** Messages of content in a browser to the driver. */
type Message =
  | { to: "arrived"; query: string }
  | { to: "performed"; results: Result[] }
  | { to: "waits"; questions: string[] }
  | { to: "callsToMake" | "finished" | "wrong" };

/**
 * Starts the driver's own small server. The suite's content calls a Java applet; this content sends requests here and
 * waits for each answer as it would for the applet's.
 */
export async function listen(onMessage: () => void) {
  let examiner: Examiner | null = null;
  let questions: string[] | null = null;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      onMessage();
      const message = JSON.parse(Buffer.concat(chunks).toString()) as Message;
      questions = message.to === "waits" ? message.questions : null;
      response.setHeader("access-control-allow-origin", "*");
      response.end(JSON.stringify(examiner ? answer(examiner, message) : null) ?? "null");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  return {
    /** Sets the current test case. */
    ask: (next: Examiner) => void (examiner = next),
    /** The questions to the learner, while the content waits for the answers. */
    questions: () => questions,
    answered: () => void (questions = null),
    pageFor: (url: string) => pageHtml(url, `http://127.0.0.1:${port}/`),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

function answer(examiner: Examiner, message: Message): unknown {
  switch (message.to) {
    case "arrived":
      return examiner.arrived(message.query);
    case "callsToMake":
      return examiner.callsToMake();
    case "performed":
      return examiner.performed(message.results);
    case "finished":
      return examiner.finished();
    case "wrong":
      return examiner.stop("the wrong resource was launched");
    default:
      return null;
  }
}

/** Returns a page that replaces one of the suite's; a button waits for the learner's answers. */
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
  // No request can be awaited while a page closes.
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
addEventListener("load", () => { leave = play(${JSON.stringify(findPage(url))}, location.search, suite, api); });
addEventListener("pagehide", () => leave());
</script></body></html>`;
}
