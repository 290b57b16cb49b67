import { type FromApplication, type FromPlayer, marked, ours } from "./messages.ts";

/** What this page tells the application, and hears from it. */
export interface Application {
  /** Whether this page stands in a window that the application opened, and not in a frame of it. */
  isOwn: boolean;
  tell: (message: FromPlayer) => void;
  listen: (listener: (message: FromApplication) => void) => void;
}

const isFramed = window.parent !== window;
const other = (isFramed ? window.parent : window.opener) as Window | null;

// Content walks up its parents until it finds its API or a window that is its own parent. It may look for the other version's
// first, and would then run into the application's window, which throws: for content, this page is the outermost.
Object.defineProperty(window, "parent", { value: window });
// A page may lead the window that opened it elsewhere. Before any content is there, this one forgets which that was; what is to be said
// goes through a port.
window.opener = null;

/**
 * Makes this page known to the application.
 * @param origin the application's: nobody else is spoken to
 * @returns null where there is none any more: the page was loaded again by hand
 */
export function meet(origin: string): Application | null {
  if (!other) return null;
  if (!isFramed) return throughPort(other, origin);
  other.postMessage(marked({ type: "hello" }), origin);
  return {
    isOwn: false,
    tell: (message) => other.postMessage(marked(message), origin),
    listen: (listener) =>
      addEventListener("message", ({ source, origin: from, data }) => {
        const message = source === other && from === origin ? ours<FromApplication>(data) : null;
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
        const message = ours<FromApplication>(data);
        if (message) listener(message);
      };
    },
  };
}
