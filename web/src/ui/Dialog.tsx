import { Dialog as Base } from "@base-ui/react/dialog";
import { useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { classes } from "./classes.ts";

type Props = {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** Buttons at the foot, the main one last. */
  actions?: ReactNode;
  size?: "medium" | "large";
  /**
   * Whether it contains a form: a press outside does not close it, nor Escape while the form is being saved, which may fail, and the
   * button that closes it is among the actions.
   */
  isForm?: boolean;
};

/** Renders a dialog over the page that takes the focus and returns it; Escape and a press outside close it. */
export function Dialog({ open, onClose, title, children, actions, size = "medium", isForm = false }: Props) {
  const { t } = useLingui();
  const footer = useRef<HTMLElement>(null);
  const isSaving = () => isForm && footer.current?.querySelector("[aria-busy=true]") != null;
  return (
    <Base.Root
      open={open}
      onOpenChange={(isOpen) => !isOpen && !isSaving() && onClose()}
      disablePointerDismissal={isForm}
    >
      <Base.Portal>
        <Base.Backdrop className={backdrop} />
        <Base.Popup
          className={classes(
            popup,
            size === "large" ? "w-[min(860px,calc(100vw-32px))]" : "w-[min(520px,calc(100vw-32px))]",
          )}
        >
          <header className="flex items-start justify-between gap-4 px-7 pt-6 pb-4">
            <Base.Title className="min-w-0 font-display text-2xl leading-tight font-medium">{title}</Base.Title>
            {!isForm && (
              <Base.Close
                aria-label={t`Close`}
                className="-mt-1 -mr-2 grid size-9 shrink-0 place-items-center rounded-ctl hover:bg-sunken"
              >
                <X size={18} aria-hidden />
              </Base.Close>
            )}
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto px-7 pb-6">{children}</div>
          {actions && (
            <footer ref={footer} className="flex flex-wrap justify-end gap-2 border-t border-line px-7 py-4">
              {actions}
            </footer>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

const fading = "transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0";
export const backdrop = `fixed inset-0 z-40 bg-black/45 ${fading}`;
export const popup =
  "fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-32px)] -translate-1/2 flex-col rounded-card bg-raised shadow-float outline-none " +
  fading;
