import type { ReactNode } from "react";

/** Lays out the filters of a table: beside one another, and in two equal columns on phones. */
export const FilterRow = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-2 max-sm:*:max-w-none">
    {children}
  </div>
);
