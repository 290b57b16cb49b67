import { useLingui } from "@lingui/react/macro";
import { hasFormula } from "../../../../ui/text/formulas.ts";
import { MathText } from "../../../../ui/text/MathText.tsx";
import type { Question } from "../question.ts";

/** Shows the texts of a question that have formulas as learners see them, and what is wrong with a formula. */
export function FormulaPreview({ question }: { question: Question }) {
  const { t } = useLingui();
  const texts = [
    question.question,
    ...question.options.flatMap(({ text, feedback }) => [text, feedback]),
    ...question.pairs.flatMap(({ left, right }) => [left, right]),
    ...question.accepted.map(({ feedback }) => feedback),
    question.feedback,
  ].filter(hasFormula);
  if (texts.length === 0) return null;
  return (
    <section aria-label={t`Formulas`} className="rounded-ctl border border-line bg-sunken p-4 text-sm">
      <p className="mb-2 font-medium">{t`Formulas`}</p>
      <ul className="grid gap-2">
        {texts.map((text, at) => (
          <li key={at} className="min-w-0 whitespace-pre-line">
            <MathText text={text} showsProblems />
          </li>
        ))}
      </ul>
    </section>
  );
}
