import { useLingui } from "@lingui/react/macro";
import { Info, Lightbulb, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { Callout } from "./delta.ts";

const icons = { note: Info, tip: Lightbulb, warning: TriangleAlert };

/** Sets a part of a text apart, with its kind in words. */
export function CalloutBox({ kind, children }: { kind: Callout; children: ReactNode }) {
  const { t } = useLingui();
  const label = { note: t`Note`, tip: t`Tip`, warning: t`Warning` }[kind];
  const Icon = icons[kind];
  return (
    <div role="note" aria-label={label} className={`callout callout-${kind}`}>
      <p className="callout-label">
        <Icon size={18} aria-hidden />
        {label}
      </p>
      {children}
    </div>
  );
}
