import { AlertDialog } from "@base-ui/react/alert-dialog";
import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Button } from "./Button.tsx";
import { buttonClass } from "./buttonClass.ts";
import { classes } from "./classes.ts";
import { backdrop, popup } from "./Dialog.tsx";

type Props = {
  open: boolean;
  onClose: () => void;
  onConfirm: () => void;
  title: string;
  /** The question, and what the button will do. */
  children: ReactNode;
  confirm: string;
  cancel?: string;
  kind?: "danger" | "primary";
  busy?: boolean;
  /** Shown in the dialog when the action failed. */
  error?: string | undefined;
};

/** Asks before an action that cannot be undone; a press outside does not close it. */
export function Confirm({
  open,
  onClose,
  onConfirm,
  title,
  children,
  confirm,
  cancel,
  kind = "danger",
  busy,
  error,
}: Props) {
  const { t } = useLingui();
  return (
    <AlertDialog.Root open={open} onOpenChange={(isOpen) => !isOpen && !busy && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={backdrop} />
        <AlertDialog.Popup className={classes(popup, "w-[min(440px,calc(100vw-32px))] p-7")}>
          <AlertDialog.Title className="font-display text-2xl leading-tight font-medium">{title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-2 text-muted">{children}</AlertDialog.Description>
          {error && (
            <p role="alert" className="mt-3 text-sm text-danger">
              {error}
            </p>
          )}
          <div className="mt-7 flex flex-wrap justify-end gap-2">
            <AlertDialog.Close disabled={busy} className={buttonClass({ kind: "quiet" })}>
              {cancel ?? t`Cancel`}
            </AlertDialog.Close>
            <Button kind={kind} onClick={onConfirm} busy={busy ?? false}>
              {confirm}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
