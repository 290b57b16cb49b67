import { type RefObject, useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import { type FromApplication, type FromPlayer, marked, readMessage } from "../../scorm/messages.ts";

type Options = {
  /** The page's address; null until it is known. */
  url: string | null;
  frame: RefObject<HTMLIFrameElement | null>;
  /** The browser window that was opened for the page, instead of the frame. */
  own: Window | null;
  onMessage: (message: FromPlayer) => void;
};

/**
 * Exchanges messages with a page of the content origin, in a frame or in its own browser window, which closes with this
 * one.
 * @returns the function that posts a message to the page
 */
export function useContentPage({ url, frame, own, onMessage }: Options): (message: FromApplication) => void {
  const port = useRef<MessagePort | null>(null);
  const origin = url === null ? null : new URL(url).origin;
  const hear = useEffectEvent((message: FromPlayer | null) => message && onMessage(message));

  const post = useCallback(
    (message: FromApplication) => {
      if (own) port.current?.postMessage(marked(message));
      else if (origin !== null) frame.current?.contentWindow?.postMessage(marked(message), origin);
    },
    [own, origin, frame],
  );

  // Before the browser can load the page: a first message that nobody hears is lost.
  useLayoutEffect(() => {
    if (origin === null) return;
    addEventListener("message", receive);
    return () => removeEventListener("message", receive);

    function receive({ source, origin: from, data, ports: [given] }: MessageEvent) {
      if (source === null || source !== (own ?? frame.current?.contentWindow) || from !== origin) return;
      const message = readMessage<FromPlayer>(data);
      if (!own) return hear(message);
      if (message?.type !== "hello" || !given || port.current) return;
      port.current = given;
      given.onmessage = ({ data }) => hear(readMessage<FromPlayer>(data));
      hear(message);
    }
  }, [origin, own, frame]);

  useEffect(() => {
    if (!own) return;
    const timer = setInterval(() => own.closed && hear({ type: "left" }), 1_000);
    const leave = () => port.current?.postMessage(marked<FromApplication>({ type: "gone" }));
    addEventListener("pagehide", leave);
    return () => {
      clearInterval(timer);
      removeEventListener("pagehide", leave);
      leave();
      // A page that has not loaded yet does not listen.
      if (!port.current) own.close();
      port.current?.close();
      port.current = null;
    };
  }, [own]);

  return post;
}
