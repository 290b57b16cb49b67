import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { linkTo } from "../linkTo.ts";

type Props = {
  onPress?: (() => void) | undefined;
  /** The screen that the row opens, in this tab or another. */
  href?: string | undefined;
  children: ReactNode;
};

/** Renders the text that opens the row; its area covers the row (or card), which must be `relative`. */
export function RowButton({ onPress, href, children }: Props) {
  if (href)
    return (
      <Link {...linkTo(href)} className={opener}>
        {children}
      </Link>
    );
  if (!onPress) return children;
  return (
    <button type="button" onClick={onPress} className={opener}>
      {children}
    </button>
  );
}

const opener = "block text-left font-medium after:absolute after:inset-0";
