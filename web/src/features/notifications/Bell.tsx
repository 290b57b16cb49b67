import { Popover } from "@base-ui/react/popover";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Bell as BellIcon } from "lucide-react";
import { useState } from "react";
import { NotificationList } from "./NotificationList.tsx";
import { menuCountsQuery } from "../../app/menuCounts.ts";

/** The bell in the top bar: the number of unread notifications, and their list. */
export default function Bell() {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const { data } = useQuery(menuCountsQuery);
  const count = data?.unread_notifications ?? 0;
  const unread = count > 99 ? "99+" : String(count);

  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        aria-label={count > 0 ? t`Notifications, ${unread} unread` : t`Notifications`}
        className="relative grid size-10 shrink-0 place-items-center rounded-ctl hover:bg-sunken data-popup-open:bg-sunken"
      >
        <BellIcon size={20} aria-hidden />
        {count > 0 && (
          <span
            aria-hidden
            className="absolute top-0.5 right-0.5 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-danger px-1 text-[11px] leading-none font-semibold text-surface tabular-nums"
          >
            {unread}
          </span>
        )}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner
          sideOffset={6}
          align="end"
          collisionPadding={8}
          // A long list stays below the bell and scrolls; otherwise it would move beside it in full height.
          collisionAvoidance={{ fallbackAxisSide: "none" }}
          className="z-40"
        >
          <Popover.Popup className="flex max-h-(--available-height) w-[min(24rem,calc(100vw-1rem))] animate-fade flex-col overflow-hidden rounded-card border border-line bg-raised shadow-float outline-none">
            <NotificationList onLeave={() => setOpen(false)} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
