import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useState } from "react";
import { ApiError, getMessage } from "../../app/errors.ts";
import { listLanguages } from "../../app/listLanguages.ts";
import { Card } from "../../ui/Card.tsx";
import { Field } from "../../ui/Field.tsx";
import { lazyPart } from "../../ui/lazyPart.tsx";
import { Select } from "../../ui/Select.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { searchWait } from "../../ui/useDebounced.ts";
import type { Design } from "./certificateTemplates.documents.ts";
import { previewPdf, type PreviewInput } from "./previewPdf.ts";

const PdfSheet = lazyPart(async () => ({ default: (await import("../../ui/file/PdfSheet.tsx")).PdfSheet }));

/** Shows the PDF that a design gives, drawn by the server as it is issued, after typing has paused. */
export function TemplatePreview({ design }: { design: Design }) {
  const { t, i18n } = useLingui();
  const [sample, setSample] = useState({ language: i18n.locale, name: "", course: "" });
  const input = useSettled({ design, ...sample });
  const preview = useQuery({
    queryKey: ["certificatePreview", input],
    queryFn: ({ signal }) => previewPdf(JSON.parse(input) as PreviewInput, signal),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
  return (
    <Card title={t`Preview`} className="min-w-0 xl:sticky xl:top-6">
      <div className="grid gap-4">
        {preview.error && (
          <p role="status" className="text-sm text-danger">
            {t`The preview shows the design before this problem:`} {describe(preview.error)}
          </p>
        )}
        {preview.data ? (
          <Suspense fallback={<Skeleton className="h-72" />}>
            <PdfSheet data={preview.data} title={t`Preview of the certificate`} />
          </Suspense>
        ) : (
          !preview.error && <Skeleton className="h-72" />
        )}
        <p className="text-small text-muted">
          {t`This is the PDF that people get. The QR code leads to the check page of each certificate.`}
        </p>
        <div className="grid gap-4 sm:grid-cols-3 xl:grid-cols-1 2xl:grid-cols-3">
          <Field
            label={t`Try a name`}
            maxLength={200}
            value={sample.name}
            onChange={({ target }) => setSample({ ...sample, name: target.value })}
          />
          <Field
            label={t`Try a course`}
            maxLength={200}
            value={sample.course}
            onChange={({ target }) => setSample({ ...sample, course: target.value })}
          />
          <Select
            label={t`Language of the person`}
            value={sample.language}
            options={listLanguages()}
            onChange={({ target }) => setSample({ ...sample, language: target.value })}
          />
        </div>
      </div>
    </Card>
  );
}

/** Returns what was typed, as JSON, once typing has paused. */
function useSettled(typed: PreviewInput): string {
  const text = JSON.stringify(typed);
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), searchWait);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

const describe = (error: Error): string =>
  (error instanceof ApiError && Object.values(error.validation ?? {}).flat()[0]) || getMessage(error);
