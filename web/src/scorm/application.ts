import { type FromApplication, type FromPlayer, marked, readMessage } from "./messages.ts";

/** The connection between this page and the application. */
export interface Application {
  /** Whether this page is in its own window opened by the application, and not in a frame. */
  isOwn: boolean;
  tell: (message: FromPlayer) => void;
  listen: (listener: (message: FromApplication) => void) => void;
}

const isFramed = window.parent !== window;
const other = (isFramed ? window.parent : window.opener) as Window | null;

// Content walks up its parents until it finds its API or a window that is its own parent. It may look for the other
// version's API first and would reach the application's window, which throws: for content, this page is the outermost.
Object.defineProperty(window, "parent", { value: window });
// A page may navigate the window that opened it. This page clears its opener before it loads content; messages use a
// port.
window.opener = null;

/**
 * Connects this page with the application.
 * @param origin the application's origin, the only one that receives messages
 * @returns null when the page was reloaded by hand
 */
export function connect(origin: string): Application | null {
  if (!other) return null;
  if (!isFramed) return throughPort(other, origin);
  other.postMessage(marked({ type: "hello" }), origin);
  return {
    isOwn: false,
    tell: (message) => other.postMessage(marked(message), origin),
    listen: (listener) =>
      addEventListener("message", ({ source, origin: from, data }) => {
        const message = source === other && from === origin ? readMessage<FromApplication>(data) : null;
        if (message) listener(message);
      }),
  };
}

function throughPort(opener: Window, origin: string): Application {
  const { port1: here, port2: there } = new MessageChannel();
  opener.postMessage(marked({ type: "hello" }), origin, [there]);
  return {
    isOwn: true,
    tell: (message) => here.postMessage(marked(message)),
    listen: (listener) => {
      here.onmessage = ({ data }) => {
        const message = readMessage<FromApplication>(data);
        if (message) listener(message);
      };
    },
  };
}
