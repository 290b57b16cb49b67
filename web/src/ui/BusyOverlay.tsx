import { Dialog as Base } from "@base-ui/react/dialog";
import type { ReactNode } from "react";
import { backdrop, popup } from "./Dialog.tsx";

/** Covers the page while something must not be interrupted; says what, and shows `children`. */
export function BusyOverlay({ open, text, children }: { open: boolean; text: string; children?: ReactNode }) {
  return (
    <Base.Root open={open}>
      <Base.Portal>
        <Base.Backdrop className={backdrop} />
        <Base.Popup className={`${popup} w-[min(420px,calc(100vw-32px))] items-center gap-5 p-8 text-center`}>
          <span
            aria-hidden
            className="size-9 animate-spin rounded-full border-3 border-brand-text border-r-transparent"
          />
          <div role="status">
            <Base.Title className="text-body font-medium">{text}</Base.Title>
          </div>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
