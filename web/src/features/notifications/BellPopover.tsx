import { Popover } from "@base-ui/react/popover";
import { type ReactNode, useState } from "react";
import { NotificationList } from "./NotificationList.tsx";

interface Props {
  "aria-label": string;
  className: string;
  children: ReactNode;
}

/** Renders the button of the bell with the list of notifications, open from the start. */
export default function BellPopover(button: Props) {
  const [open, setOpen] = useState(true);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger {...button} />
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
