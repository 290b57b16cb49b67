import { useLingui } from "@lingui/react/macro";
import { useRouter, type ErrorComponentProps } from "../router/index.ts";
import { useEffect } from "react";
import { ErrorState } from "../ui/ErrorState.tsx";
import { messageOf } from "./errors.ts";

/** Stands where a screen would, when it fails to load or to draw. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const { t } = useLingui();
  const router = useRouter();
  useEffect(() => console.error(error), [error]);
  const retry = () => {
    reset();
    void router.load();
  };
  return (
    <div className="grid min-h-[60dvh] place-items-center">
      <ErrorState title={t`This page could not be shown.`} detail={messageOf(error)} onRetry={retry} />
    </div>
  );
}
