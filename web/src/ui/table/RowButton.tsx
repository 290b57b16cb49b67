import type { ReactNode } from "react";

/** The text that opens the row; its area is stretched over the row (or card), which has to be `relative`. */
export function RowButton({ onPress, children }: { onPress: (() => void) | undefined; children: ReactNode }) {
  if (!onPress) return children;
  return (
    <button type="button" onClick={onPress} className="block text-left font-medium after:absolute after:inset-0">
      {children}
    </button>
  );
}
