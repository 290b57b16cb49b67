import type { ReactNode } from "react";
import { useSmall } from "../useNarrow.ts";

/** Renders below the text of a cell what a minor column says, while the table leaves out its minor columns. */
export function MinorLine({ children }: { children: ReactNode }) {
  return useSmall() && children ? <span className="block text-small text-muted">{children}</span> : null;
}
