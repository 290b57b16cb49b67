import { useLingui } from "@lingui/react/macro";
import { CircleAlert } from "lucide-react";
import { Button } from "./Button.tsx";

type Props = {
  /** What could not be loaded. */
  title: string;
  /** The reason, and the request id if there is one. */
  detail?: string | undefined;
  onRetry?: (() => void) | undefined;
  /** Makes the title the heading of a page that has nothing else. */
  isPage?: boolean;
};

/** Reports a failure in place of the content. */
export function ErrorState({ title, detail, onRetry, isPage = false }: Props) {
  const Title = isPage ? "h1" : "p";
  const { t } = useLingui();
  return (
    <div role="alert" className="grid place-items-center gap-1 px-6 py-12 text-center">
      <CircleAlert aria-hidden size={28} className="mb-3 text-danger" />
      <Title className="font-display text-title leading-snug">{title}</Title>
      {detail && <p className="max-w-[48ch] text-sm text-muted">{detail}</p>}
      {onRetry && (
        <Button kind="quiet" className="mt-4" onClick={onRetry}>
          {t`Try again`}
        </Button>
      )}
    </div>
  );
}
