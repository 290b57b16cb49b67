import { useLingui } from "@lingui/react/macro";
import { Button } from "../../../ui/Button.tsx";
import { TestArt } from "./TestArt.tsx";
import type { Advance } from "../player/useAdvance.ts";

/** Introduces a test, with the button that starts it. */
export function TestIntro({ count, onStart, advance }: { count: number; onStart: () => void; advance: Advance }) {
  const { t } = useLingui();
  return (
    <div className="rounded-card border border-line bg-surface p-6 sm:p-8">
      <TestArt />
      <p className="mt-6 font-display text-title leading-snug">{t`This test will help you assess your knowledge.`}</p>
      <p className="mt-2 text-muted">{t`You have ${count} questions to complete.`}</p>
      {count > 0 ? (
        <Button size="large" className="mt-7" onClick={onStart}>
          {t`Start Test`}
        </Button>
      ) : (
        <Button size="large" className="mt-7" busy={advance.isPending} onClick={advance.start}>
          {t`Next Unit`}
        </Button>
      )}
    </div>
  );
}
