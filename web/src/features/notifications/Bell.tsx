import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Bell as BellIcon } from "lucide-react";
import { menuCountsQuery } from "../../app/menuCounts.ts";
import { useWanted } from "../../app/useWanted.ts";

const fetchPopover = () => import("./BellPopover.tsx");

/** Renders the bell in the top bar: the number of unread notifications, and their list, which is loaded on first use. */
export default function Bell() {
  const { t } = useLingui();
  const { data } = useQuery(menuCountsQuery);
  const { Part: BellPopover, prepare, want } = useWanted(fetchPopover);
  const count = data?.unread_notifications ?? 0;
  const unread = count > 99 ? "99+" : String(count);
  const button = {
    "aria-label": count > 0 ? t`Notifications, ${unread} unread` : t`Notifications`,
    className:
      "relative grid size-10 shrink-0 place-items-center rounded-ctl hover:bg-sunken data-popup-open:bg-sunken",
    children: (
      <>
        <BellIcon size={20} aria-hidden />
        {count > 0 && (
          <span
            aria-hidden
            className="absolute top-0.5 right-0.5 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-danger px-1 text-[11px] leading-none font-semibold text-surface tabular-nums"
          >
            {unread}
          </span>
        )}
      </>
    ),
  };

  if (BellPopover) return <BellPopover {...button} />;
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-expanded={false}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={want}
      {...button}
    />
  );
}
