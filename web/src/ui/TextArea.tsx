import type { ComponentProps } from "react";
import { controlBox, FieldFrame, useFieldIds, type FieldTexts } from "./FieldFrame.tsx";

type Props = Omit<ComponentProps<"textarea">, "className"> & FieldTexts;

/** Renders a labelled input of several lines. */
export function TextArea({ label, hint, error, className, required, rows = 4, ...area }: Props) {
  const texts = { label, hint, error, className, required };
  const ids = useFieldIds(texts);
  return (
    <FieldFrame {...texts} id={ids.id}>
      <div className={controlBox(error, "flex")}>
        <textarea
          rows={rows}
          {...area}
          required={required}
          {...ids}
          className="w-full rounded-ctl bg-transparent px-3.5 py-2.5 outline-none placeholder:text-muted"
        />
      </div>
    </FieldFrame>
  );
}
