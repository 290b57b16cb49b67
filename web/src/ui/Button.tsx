import type { ComponentProps, MouseEvent } from "react";
import { buttonClass, type ButtonLook } from "./buttonClass.ts";

type Props = ComponentProps<"button"> &
  ButtonLook & {
    /** Shows a spinner and ignores presses; the button's text should say what it is doing ('Saving...'). */
    busy?: boolean;
    /** Whether it can be focused while it is disabled, for a button that its own press may disable, such as 'Next page'. */
    keepsFocus?: boolean;
  };

/** Renders a button; `type="submit"` must be set explicitly. */
export function Button({
  kind,
  size,
  busy = false,
  keepsFocus = false,
  disabled = false,
  className,
  children,
  ...rest
}: Props) {
  // Browsers take the focus from a button that becomes disabled, and keyboard users would lose their place.
  const staysFocusable = busy || keepsFocus;
  const isIgnored = staysFocusable && (busy || disabled);
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled && !staysFocusable}
      aria-disabled={isIgnored || undefined}
      aria-busy={busy || undefined}
      onClick={isIgnored ? ignore : rest.onClick}
      className={buttonClass({ kind, size }, className)}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}

/** Ignores a press, also one that would submit the form. */
const ignore = (event: MouseEvent) => event.preventDefault();

function Spinner() {
  return (
    <span
      aria-hidden
      data-testid="spinner"
      className="size-4 animate-spin rounded-full border-2 border-current border-r-transparent"
    />
  );
}
