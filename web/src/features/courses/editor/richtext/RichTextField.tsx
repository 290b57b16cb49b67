import { useLingui } from "@lingui/react/macro";
import { TriangleAlert } from "lucide-react";
import { Suspense, useId, useState } from "react";
import { Skeleton } from "../../../../ui/Skeleton.tsx";
import { lazyPart } from "../../../../ui/lazyPart.tsx";
import { parseDelta } from "../delta.ts";

const QuillEditor = lazyPart(() => import("./QuillEditor.tsx"));

type Props = {
  label: string;
  /** A Quill Delta as JSON text; another text is shown and stays as it is. */
  value: string | null;
  onChange: (value: string | null) => void;
};

/** Edits a rich text. It reads `value` once: give it another `key` for another text. */
export function RichTextField({ label, value, onChange }: Props) {
  const { t } = useLingui();
  const id = useId();
  const [initial] = useState(() => parseDelta(value));

  return (
    <div role="group" aria-labelledby={id}>
      <p id={id} className="mb-1.5 text-sm font-medium">
        {label}
      </p>
      {initial ? (
        <Suspense fallback={<Skeleton className="h-80" />}>
          <QuillEditor label={label} initial={initial} onChange={onChange} />
        </Suspense>
      ) : (
        <>
          <p role="alert" className="mb-2 flex gap-2 text-sm text-warn-text">
            <TriangleAlert size={17} aria-hidden className="mt-0.5 shrink-0" />
            {t`This text was stored in a form that cannot be edited here. It is kept as it is.`}
          </p>
          <pre
            tabIndex={0}
            aria-labelledby={id}
            className="max-h-80 overflow-auto rounded-ctl border border-line bg-sunken p-4 font-sans text-sm whitespace-pre-wrap"
          >
            {value}
          </pre>
        </>
      )}
    </div>
  );
}
