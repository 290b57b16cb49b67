import { useLingui } from "@lingui/react/macro";
import { useRouter, type ErrorComponentProps } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { ErrorState } from "../ui/ErrorState.tsx";
import { getMessage } from "./errors.ts";
import {
  askServerState,
  isCodeMissing,
  reloadOnce,
  ScreenNotLoaded,
  type ServerState,
  watchLeaving,
} from "../ui/newVersion.ts";
import { ReloadNeeded } from "../ui/ReloadNeeded.tsx";

/** Replaces a screen that fails to load or render. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const { t } = useLingui();
  const router = useRouter();
  const server = useServerState(error);
  useEffect(() => console.error(error), [error]);
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <div className="grid min-h-[60dvh] place-items-center">
      {server !== "unreachable" ? (
        <ReloadNeeded
          isOutdated={server === "outdated"}
          failure={t`This page could not be shown.`}
          detail={t`Reload the page to continue.`}
          onRetry={retry}
        />
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
 * Returns whether the server has the version of this page when code is missing. A screen that was about to open contains
 * nothing typed, so the page is reloaded where that helps; a part of a screen may, so the user decides. A page that the user
 * leaves is not reloaded, which would stop the next page.
 */
function useServerState(error: unknown): ServerState {
  const [server, setServer] = useState<ServerState>("unreachable");
  useEffect(() => {
    if (!isCodeMissing(error)) return;
    let isCurrent = true;
    const leaving = watchLeaving();
    void askServerState().then((state) => {
      leaving.stop();
      if (!isCurrent || state === "unreachable") return;
      if (error instanceof ScreenNotLoaded && !error.isLeft && !leaving.isLeft() && reloadOnce()) return;
      setServer(state);
    });
    return () => {
      isCurrent = false;
      leaving.stop();
    };
  }, [error]);
  return server;
}
