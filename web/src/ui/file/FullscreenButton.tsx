import { useLingui } from "@lingui/react/macro";
import { Maximize, Minimize } from "lucide-react";
import { Button } from "../Button.tsx";

/** Shows an element in full screen and back; see `useFullscreen`. */
export function FullscreenButton({ isFull, toggle }: { isFull: boolean; toggle: (() => void) | undefined }) {
  const { t } = useLingui();
  if (!toggle) return null;
  return (
    <Button kind="quiet" size="small" onClick={toggle}>
      {isFull ? <Minimize size={15} aria-hidden /> : <Maximize size={15} aria-hidden />}
      {isFull ? t`Minimise` : t`Fullscreen`}
    </Button>
  );
}
