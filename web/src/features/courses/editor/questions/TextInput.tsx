import type { ComponentProps } from "react";
import { controlBox } from "../../../../ui/FieldFrame.tsx";

type Props = Omit<ComponentProps<"input">, "className" | "aria-label"> & {
  label: string;
  /** The height of a compact select beside it. */
  compact?: boolean;
};

/** Renders a one-line input in a row, with a label for screen readers. */
export function TextInput({ label, compact = false, ...input }: Props) {
  return (
    <div className={controlBox(undefined, compact ? "h-8 min-w-0" : "h-10 min-w-0")}>
      <input
        placeholder={label}
        {...input}
        aria-label={label}
        className="h-full w-full min-w-0 rounded-ctl bg-transparent px-3 text-sm outline-none placeholder:text-muted"
      />
    </div>
  );
}
