import { useLingui } from "@lingui/react/macro";
import { useRouter, type ErrorComponentProps } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { ErrorState } from "../ui/ErrorState.tsx";
import { NewVersion } from "../ui/NewVersion.tsx";
import { getMessage } from "./errors.ts";
import { hasNewVersion, isCodeMissing, reloadOnce, ScreenNotLoaded } from "../ui/newVersion.ts";

/** Replaces a screen that fails to load or render. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const { t } = useLingui();
  const router = useRouter();
  const isOutdated = useIsOutdated(error);
  useEffect(() => console.error(error), [error]);
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <div className="grid min-h-[60dvh] place-items-center">
      {isOutdated ? (
        <NewVersion detail={t`Reload the page to continue.`} />
      ) : (
        <ErrorState
          title={t`This page could not be shown.`}
          detail={
            isCodeMissing(error)
              ? t`The server could not be reached. Please check your connection and try again.`
              : getMessage(error)
          }
          onRetry={retry}
        />
      )}
    </div>
  );
}

/**
 * Tells whether the code is missing because the server has a newer version. A screen that was about to open contains
 * nothing typed, so the page is reloaded; a part of a screen may, so the user decides.
 */
function useIsOutdated(error: unknown): boolean {
  const [isOutdated, setOutdated] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    if (isCodeMissing(error))
      void hasNewVersion().then((isNew) => {
        if (!isCurrent || !isNew) return;
        if (error instanceof ScreenNotLoaded && reloadOnce()) return;
        setOutdated(true);
      });
    return () => void (isCurrent = false);
  }, [error]);
  return isOutdated;
}
