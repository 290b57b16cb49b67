import "./pdf.css";
import { useLingui } from "@lingui/react/macro";
import { RenderingCancelledException, TextLayer, type PDFDocumentProxy, type PDFPageProxy } from "pdfjs-dist";
import { useEffect, useRef, useState } from "react";

type Props = {
  document: PDFDocumentProxy;
  number: number;
  /** CSS pixels that a page fills at zoom 1. */
  room: number;
  zoom: number;
};

/** Phones have no memory for larger images. */
const mostPixels = 16_000_000;

/** Shows one page: its image with its text over it. */
export function PdfPage({ document, number, room, zoom }: Props) {
  const { t } = useLingui();
  const canvas = useRef<HTMLCanvasElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const page = usePage(document, number);
  const [failed, setFailed] = useState(false);
  const scale = page && room > 0 ? (room / page.getViewport({ scale: 1 }).width) * zoom : null;
  const viewport = page && scale ? page.getViewport({ scale }) : null;

  useEffect(() => {
    const picture = canvas.current;
    const words = text.current;
    // While another document opens, the page is still that of the former one, which is closed already.
    if (!page || page.destroyed || !scale || !picture || !words) return;
    setFailed(false);
    const seen = page.getViewport({ scale });
    const density = Math.min(devicePixelRatio, Math.sqrt(mostPixels / (seen.width * seen.height)));
    picture.width = Math.floor(seen.width * density);
    picture.height = Math.floor(seen.height * density);
    words.replaceChildren();
    const drawing = page.render({
      canvas: picture,
      viewport: seen,
      ...(density !== 1 && { transform: [density, 0, 0, density, 0, 0] }),
    });
    const layer = new TextLayer({ textContentSource: page.streamTextContent(), container: words, viewport: seen });
    let isGone = false;
    Promise.all([drawing.promise, layer.render()]).catch((error: unknown) => {
      if (isGone || error instanceof RenderingCancelledException) return;
      console.warn("A page could not be drawn.", error);
      setFailed(true);
    });
    return () => {
      isGone = true;
      drawing.cancel();
      layer.cancel();
    };
  }, [page, scale]);

  return (
    <>
      {failed && (
        <p role="alert" className="p-4 text-sm text-danger">
          {t`This page could not be shown.`}
        </p>
      )}
      <div
        className="relative mx-auto bg-white"
        style={{
          width: viewport?.width ?? room,
          height: viewport?.height ?? room * 1.3,
          ["--total-scale-factor" as string]: scale ?? 1,
        }}
      >
        <canvas ref={canvas} aria-hidden className="size-full" />
        <div ref={text} className="pdf-text" />
      </div>
    </>
  );
}

function usePage(document: PDFDocumentProxy, number: number) {
  const [page, setPage] = useState<PDFPageProxy | null>(null);
  useEffect(() => {
    let isGone = false;
    document.getPage(number).then(
      (found) => !isGone && setPage(found),
      (error: unknown) => console.warn("A page could not be read.", error),
    );
    return () => {
      isGone = true;
    };
  }, [document, number]);
  return page;
}
