import { useLingui } from "@lingui/react/macro";
import { ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from "lucide-react";
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from "react";
import { Button } from "../Button.tsx";
import { classes } from "../classes.ts";
import { ErrorState } from "../ErrorState.tsx";
import { Skeleton } from "../Skeleton.tsx";
import { FullscreenButton } from "./FullscreenButton.tsx";
import { PdfPage } from "./PdfPage.tsx";
import { pageAfter, zoomAfter, zooms } from "./pdfKeys.ts";
import { useFullscreen } from "./useFullscreen.ts";
import { usePdf } from "./usePdf.ts";
import { formatPercent } from "../format.ts";

/** The maximum width of a page in full screen, because longer lines are hard to read. */
const widest = 1200;

/** Shows a PDF page by page, with buttons or with the arrow keys, Home, End, plus and minus. */
export function PdfView({ src, title }: { src: string; title: string }) {
  const { t } = useLingui();
  const { document, failed, retry } = usePdf(src);
  const [number, setNumber] = useState(1);
  const [zoom, setZoom] = useState(1);
  const frame = useRef<HTMLElement>(null);
  const desk = useRef<HTMLDivElement>(null);
  const full = useFullscreen(frame);
  const room = useWidth(desk);
  const last = document?.numPages ?? 0;

  const percent = formatPercent(100 * zoom);
  return (
    <section
      ref={frame}
      aria-label={title}
      onKeyDown={onKey}
      className={classes(
        "flex flex-col rounded-card border border-line bg-sunken",
        full.isFull && "h-dvh rounded-none",
      )}
    >
      <div role="toolbar" aria-label={t`Pages`} className="flex flex-wrap items-center gap-2 border-b border-line p-2">
        <Button
          kind="quiet"
          size="small"
          aria-label={t`Prev page`}
          keepsFocus
          disabled={number <= 1}
          onClick={() => turn(number - 1)}
        >
          <ChevronLeft size={15} aria-hidden />
          {t`Prev`}
        </Button>
        <p role="status" className="text-small whitespace-nowrap text-muted tabular-nums">
          {last > 0 && t`Page ${number} of ${last}`}
        </p>
        <Button
          kind="quiet"
          size="small"
          aria-label={t`Next page`}
          keepsFocus
          disabled={number >= last}
          onClick={() => turn(number + 1)}
        >
          {t`Next`}
          <ChevronRight size={15} aria-hidden />
        </Button>
        <span className="ml-auto flex items-center gap-2">
          <Button
            kind="ghost"
            size="icon"
            aria-label={t`Zoom out`}
            keepsFocus
            disabled={zoom <= zooms[0]!}
            onClick={() => setZoom(zoomAfter(zoom, "-"))}
          >
            <ZoomOut size={16} aria-hidden />
          </Button>
          <span className="w-11 text-center text-small text-muted tabular-nums">{percent}</span>
          <Button
            kind="ghost"
            size="icon"
            aria-label={t`Zoom in`}
            keepsFocus
            disabled={zoom >= zooms.at(-1)!}
            onClick={() => setZoom(zoomAfter(zoom, "+"))}
          >
            <ZoomIn size={16} aria-hidden />
          </Button>
          <FullscreenButton {...full} />
        </span>
      </div>
      <div
        ref={desk}
        tabIndex={0}
        role="group"
        aria-label={last > 0 ? t`${title}, page ${number} of ${last}` : title}
        // A page that was drawn for a wide window must not keep its container from shrinking with the window.
        className={classes("overflow-auto contain-inline-size", full.isFull ? "min-h-0 flex-1" : "rounded-b-card")}
      >
        {content()}
      </div>
    </section>
  );

  function content() {
    if (failed) return <ErrorState title={t`The document could not be loaded.`} onRetry={retry} />;
    if (!document) return <Skeleton className="h-[60dvh]" />;
    return <PdfPage document={document} number={number} room={Math.min(room, widest)} zoom={zoom} />;
  }

  function turn(to: number) {
    setNumber(Math.min(Math.max(1, to), Math.max(1, last)));
    desk.current?.scrollTo?.({ top: 0 });
  }

  function onKey(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || last === 0) return;
    const { current } = desk;
    // The arrow keys scroll a page that is wider than its container.
    const isWide = current !== null && current.scrollWidth > current.clientWidth;
    const page = isWide && event.key.startsWith("Arrow") ? null : pageAfter(number, last, event.key);
    const zoomed = zoomAfter(zoom, event.key);
    if (page === null && zoomed === zoom) return;
    event.preventDefault();
    if (page !== null) turn(page);
    setZoom(zoomed);
  }
}

/** Returns the inner width of an element in CSS pixels; 0 until it is known. */
function useWidth(element: RefObject<HTMLElement | null>) {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
