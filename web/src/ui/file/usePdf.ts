import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy } from "pdfjs-dist";
// oxlint-disable-next-line import/default -- Vite makes the address its default export.
import worker from "pdfjs-dist/build/pdf.worker.min.mjs?url";
import { useEffect, useState } from "react";

// A file of our own origin, as the content security policy requires.
GlobalWorkerOptions.workerSrc = worker;

/** Opens a PDF: by its address, in parts as its pages are shown, or from memory. */
export function usePdf(src: string | Uint8Array) {
  const [document, setDocument] = useState<PDFDocumentProxy | null>(null);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const task = getDocument(typeof src === "string" ? { url: src } : { data: src.slice() });
    let isGone = false;
    setFailed(false);
    task.promise.then(setDocument, (error: unknown) => {
      if (isGone) return;
      console.warn("A PDF could not be opened.", error);
      setFailed(true);
    });
    return () => {
      isGone = true;
      void task.destroy();
    };
  }, [src, attempt]);

  return { document, failed, retry: () => setAttempt(attempt + 1) };
}
