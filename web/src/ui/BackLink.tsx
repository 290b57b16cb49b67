import { Link } from "../router/index.ts";
import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";

/** The way back to the list that a screen was reached from. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to as "/"}
      className="print:hidden mb-3 inline-flex min-h-8 items-center gap-2 rounded-ctl text-sm font-medium text-brand-text underline-offset-4 hover:underline"
    >
      <ArrowLeft size={16} aria-hidden />
      {children}
    </Link>
  );
}
