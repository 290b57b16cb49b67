import type { ComponentProps, ReactNode } from "react";
import { controlBox, FieldFrame, useFieldIds, type FieldTexts } from "./FieldFrame.tsx";

type Props = Omit<ComponentProps<"input">, "className"> &
  FieldTexts & {
    /** Fixed text after the value, such as '.example.org'. */
    suffix?: ReactNode;
  };

/** Renders a labelled one-line input of any text-like type. */
export function Field({ label, hint, error, className, required, suffix, ...input }: Props) {
  const texts = { label, hint, error, className, required };
  const ids = useFieldIds(texts);
  return (
    <FieldFrame {...texts} id={ids.id}>
      <div className={controlBox(error, "flex h-11 items-center")}>
        <input
          {...input}
          required={required}
          {...ids}
          className="h-full w-full min-w-0 rounded-ctl bg-transparent px-3.5 outline-none placeholder:text-muted [&[type=color]]:p-1.5 read-only:text-muted disabled:opacity-60"
        />
        {suffix && <span className="shrink-0 pr-3.5 text-sm text-muted">{suffix}</span>}
      </div>
    </FieldFrame>
  );
}
