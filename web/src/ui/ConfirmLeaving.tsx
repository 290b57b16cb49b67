import { useLingui } from "@lingui/react/macro";
import { useBlocker } from "@tanstack/react-router";
import { type ReactNode, useCallback, useEffect, useRef } from "react";
import { Confirm } from "./Confirm.tsx";

type Props = {
  /** Tells whether something typed would be lost. */
  isUnsaved: () => boolean;
  /** What happens to it; by default that it is lost. */
  children?: ReactNode;
  /** How dangerous it is to leave. */
  kind?: "danger" | "primary";
};

/** Asks before a form is left with what was typed in it; the browser asks by itself when the tab is closed. */
export function ConfirmLeaving({ isUnsaved, children, kind = "danger" }: Props) {
  const { t } = useLingui();
  const latest = useRef(isUnsaved);
  useEffect(() => {
    latest.current = isUnsaved;
  });
  // The same function for all renders: with another one the router would register the form again at every key.
  const isBlocking = useCallback(() => latest.current(), []);
  const leaving = useBlocker({ shouldBlockFn: isBlocking, enableBeforeUnload: isBlocking, withResolver: true });
  return (
    <Confirm
      open={leaving.status === "blocked"}
      onClose={() => leaving.reset?.()}
      onConfirm={() => leaving.proceed?.()}
      title={t`Leave without saving?`}
      confirm={t`Leave`}
      cancel={t`Stay`}
      kind={kind}
    >
      {children ?? t`What you changed on this page is not saved and will be lost.`}
    </Confirm>
  );
}
