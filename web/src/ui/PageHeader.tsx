import type { ReactNode } from "react";

/** The title of a screen, with a line below it and its actions at the right. */
export function PageHeader({ title, text, children }: { title: ReactNode; text?: ReactNode; children?: ReactNode }) {
  return (
    <header className="mb-6 flex flex-wrap items-end gap-3">
      <div className="mr-auto min-w-0">
        <h1 className="font-display text-heading leading-tight font-medium break-words">{title}</h1>
        {text && <div className="mt-1 break-words text-muted">{text}</div>}
      </div>
      {children}
    </header>
  );
}
