import { useLingui } from "@lingui/react/macro";
import { Button } from "./Button.tsx";
import { ErrorState } from "./ErrorState.tsx";

/** Says, in place of code that did not arrive, that the server has a newer version. */
export function NewVersion({ detail }: { detail: string }) {
  const { t } = useLingui();
  return (
    <div>
      <ErrorState title={t`A new version is available.`} detail={detail} />
      <p className="text-center">
        <Button onClick={() => location.reload()}>{t`Reload`}</Button>
      </p>
    </div>
  );
}
