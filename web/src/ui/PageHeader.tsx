import type { ReactNode } from "react";

/** Renders the title of a screen, with a line below it and its actions on the right. */
export function PageHeader({ title, text, children }: { title: ReactNode; text?: ReactNode; children?: ReactNode }) {
  return (
    <header className="mb-6 flex flex-wrap items-end gap-3">
      <div className="mr-auto max-w-full min-w-0">
        <h1 className="font-display text-heading leading-tight font-medium">{title}</h1>
        {text && <div className="mt-1 text-muted">{text}</div>}
      </div>
      {children && <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1 print:hidden">{children}</div>}
    </header>
  );
}
