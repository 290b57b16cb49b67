import { useId, type ReactNode } from "react";
import { classes } from "./classes.ts";

type Props = {
  title?: string;
  /** Beside the title, such as a link to more. */ action?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** Renders a bordered surface; with a title it is a region of that name. */
export function Card({ title, action, className, children }: Props) {
  const id = useId();
  return (
    <section
      aria-labelledby={title && id}
      className={classes("rounded-card border border-line bg-surface p-6", className)}
    >
      {title && (
        <header className="mb-5 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <h2 id={id} className="min-w-0 flex-1 basis-32 text-body font-semibold">
            {title}
          </h2>
          {action}
        </header>
      )}
      {children}
    </section>
  );
}
