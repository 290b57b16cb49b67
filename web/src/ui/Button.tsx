import type { ComponentProps } from "react";
import { buttonClass, type ButtonLook } from "./buttonClass.ts";

type Props = ComponentProps<"button"> &
  ButtonLook & {
    /** Shows a spinner and ignores presses; the button's text should say what it is doing ('Saving...'). */
    busy?: boolean;
  };

/** Renders a button; `type="submit"` must be set explicitly. */
export function Button({ kind, size, busy = false, disabled, className, children, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={buttonClass({ kind, size }, className)}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}

function Spinner() {
  return (
    <span
      aria-hidden
      data-testid="spinner"
      className="size-4 animate-spin rounded-full border-2 border-current border-r-transparent"
    />
  );
}
