import { useLingui } from "@lingui/react/macro";
import { nameAnswer } from "../../../app/termNames.ts";
import type { Feedback } from "./answer.ts";
import { MathText } from "../../../ui/text/MathText.tsx";

type Props = { type: string; feedback: readonly Feedback[] | undefined };

/** Shows what the author tells about an answer; renders nothing without feedback. */
export function FeedbackList({ type, feedback = [] }: Props) {
  const { t } = useLingui();
  if (feedback.length === 0) return null;
  return (
    <ul aria-label={t`Feedback`} className="mt-3 grid gap-1.5 border-l-2 border-line pl-3 text-sm">
      {feedback.map(({ about, text }, at) => (
        <li key={at} className="whitespace-pre-line">
          {about !== null && (
            <span className="font-medium">
              <MathText text={nameAnswer(type, about)} />:{" "}
            </span>
          )}
          <MathText text={text} />
        </li>
      ))}
    </ul>
  );
}
