import { Link } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { linkTo } from "./linkTo.ts";

/** Links back to the list from which a screen was opened. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      {...linkTo(to)}
      activeOptions={exactly}
      className="print:hidden mb-3 inline-flex min-h-8 items-center gap-2 rounded-ctl text-sm font-medium text-brand-text underline-offset-4 hover:underline"
    >
      <ArrowLeft size={16} aria-hidden />
      {children}
    </Link>
  );
}

// An address that only contains this one is not the current page.
const exactly = { exact: true };
