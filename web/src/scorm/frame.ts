import { connect } from "./application.ts";
import { type FromPlayer, readMessage } from "./messages.ts";
import { notice, OVER } from "./notice.ts";
import { followPopups } from "./popups.ts";
import { OUTERMOST } from "./sandbox/boot.ts";
import { loadFrame } from "./state.ts";

// The page around an AU or an xAPI package. Content that searches the windows above it for a SCORM API ends here,
// instead of at the application's window, which throws.
void loadFrame().then(run, (error: unknown) => {
  console.warn("The session could not be opened.", error);
  notice(OVER, true);
});

function run({ origin, isSandboxed }: Awaited<ReturnType<typeof loadFrame>>) {
  const application = connect(origin);
  if (!application) return notice(OVER, true);
  const { tell, listen, isOwn } = application;
  const popups = followPopups();
  let frame: HTMLIFrameElement | null = null;

  listen((message) => {
    if (message.type === "open" && !frame) frame = open(message);
    else if (message.type === "notice") notice(message.text, message.isOver);
    else if (message.type === "gone") {
      window.close();
      notice(OVER, true);
    }
  });
  addEventListener("message", ({ source, data }) => {
    // From the page that a finished AU goes to (cmi5 10.2.6).
    if (source === null || source !== frame?.contentWindow) return;
    if (readMessage<FromPlayer>(data)?.type !== "closed") return;
    tell({ type: "closed" });
    if (isOwn) window.close();
  });
  addEventListener("pagehide", () => {
    popups.closeAll();
    if (isOwn) tell({ type: "left" });
  });

  function open({ url, title }: { url: string; title: string }): HTMLIFrameElement {
    const shown = document.createElement("iframe");
    shown.title = document.title = title;
    shown.allow = "autoplay; fullscreen; microphone; camera; clipboard-write; encrypted-media";
    if (isSandboxed) shown.name = OUTERMOST;
    shown.src = url;
    shown.addEventListener("load", () => {
      if (shown.contentWindow) popups.follow(shown.contentWindow);
      tell({ type: "loaded" });
    });
    document.body.append(shown);
    return shown;
  }
}
