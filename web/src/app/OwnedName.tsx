import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";

/** Renders the name of a row, and below it the site that the row belongs to, if there is one to name. */
export function OwnedName({ owner, children }: { owner: string | null | undefined; children: ReactNode }) {
  const { t } = useLingui();
  return (
    <>
      {children}
      {owner && <span className="block text-small text-muted">{t`Belongs to: ${owner}`}</span>}
    </>
  );
}
