import { useLingui } from "@lingui/react/macro";
import { Button } from "./Button.tsx";
import { ErrorState } from "./ErrorState.tsx";

type Props = {
  /** Whether the server has a newer version; otherwise only the code did not arrive. */
  isOutdated: boolean;
  /** The title where the server has no newer version. */
  failure: string;
  detail: string;
  onRetry: () => void;
};

/** Says, in place of code that did not arrive from a server that answers, that the page is to be reloaded. */
export function ReloadNeeded({ isOutdated, failure, detail, onRetry }: Props) {
  const { t } = useLingui();
  return (
    <div>
      {isOutdated ? (
        <ErrorState title={t`A new version is available.`} detail={detail} />
      ) : (
        <ErrorState title={failure} detail={detail} onRetry={onRetry} />
      )}
      <p className="text-center">
        <Button onClick={() => location.reload()}>{t`Reload`}</Button>
      </p>
    </div>
  );
}
