import type { ReactNode } from "react";

/** The title of a screen, with its actions at the right. */
export function PageHeader({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <header className="mb-6 flex flex-wrap items-end gap-3">
      <h1 className="mr-auto font-display text-heading leading-tight font-medium">{title}</h1>
      {children}
    </header>
  );
}
