import { useLingui } from "@lingui/react/macro";
import { ChevronDown } from "lucide-react";
import { useViewer } from "./session.ts";

/** Shows initials and name on the account button, with a label for screen readers. */
export function AccountLabel() {
  const { t } = useLingui();
  const { first_name, last_name } = useViewer();
  const name = `${first_name} ${last_name}`;
  const initials = `${first_name.at(0) ?? ""}${last_name.at(0) ?? ""}`.toLocaleUpperCase();
  return (
    <>
      <span
        aria-hidden
        className="grid size-7 shrink-0 place-items-center rounded-full bg-brand-soft text-xs font-semibold text-brand-text"
      >
        {initials}
      </span>
      <span className="sr-only">{t`Your account: ${name}`}</span>
      <span aria-hidden title={name} className="max-w-60 truncate max-sm:hidden">
        {name}
      </span>
      <ChevronDown size={16} aria-hidden className="shrink-0" />
    </>
  );
}

export const accountButtonClass =
  "ml-auto flex h-10 items-center gap-2 rounded-ctl px-2 text-sm font-medium hover:bg-sunken data-popup-open:bg-sunken";
