import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { Confirm } from "../../ui/Confirm.tsx";
import type { Removal } from "./useMembership.ts";

type Props<Item> = { removal: Removal<Item>; name: (item: Item) => string; children: ReactNode };

/** Asks before something is removed from a user. */
export function RemovalDialog<Item>({ removal, name, children }: Props<Item>) {
  const { t } = useLingui();
  // Keeps the text while the dialog fades out.
  const [shown, setShown] = useState(removal.item);
  if (removal.item && removal.item !== shown) setShown(removal.item);
  return (
    <Confirm
      open={removal.item !== null}
      onClose={removal.cancel}
      onConfirm={removal.confirm}
      title={t`Confirm Removal`}
      confirm={removal.busy ? t`Removing...` : t`Remove`}
      busy={removal.busy}
      error={removal.error}
    >
      <strong className="block pb-1 font-medium text-ink">{shown && name(shown)}</strong>
      {children}
    </Confirm>
  );
}
