import { useEffect, useRef, useState } from "react";
import { PdfPage } from "./PdfPage.tsx";
import { usePdf } from "./usePdf.ts";

/** Shows the first page of a PDF in memory, as wide as there is room, without tools. */
export function PdfSheet({ data, title }: { data: Uint8Array; title: string }) {
  const { document } = usePdf(data);
  const frame = useRef<HTMLElement>(null);
  const [room, setRoom] = useState(0);
  useEffect(() => {
    if (!frame.current) return;
    const observer = new ResizeObserver(([entry]) => entry && setRoom(Math.floor(entry.contentRect.width)));
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
  return (
    <section ref={frame} aria-label={title} className="overflow-hidden rounded-ctl contain-inline-size">
      {document && room > 0 && <PdfPage document={document} number={1} room={room} zoom={1} />}
    </section>
  );
}
