import { lazy, Suspense } from "react";
import { hasFormula, splitFormulas } from "./formulas.ts";

// Without this code, for example offline, a formula is shown as it was written.
const Formula = lazy(() => import("./Formula.tsx").catch(() => ({ default: Source })));

type Props = {
  text: string;
  /** Also tells what is wrong with a formula that cannot be read. */
  showsProblems?: boolean;
};

/** Shows a text with its formulas drawn. The code that draws them is loaded with the first one. */
export function MathText({ text, showsProblems = false }: Props) {
  if (!hasFormula(text)) return text;
  return splitFormulas(text).map((part, at) =>
    "text" in part ? (
      <span key={at}>{part.text}</span>
    ) : (
      <Suspense key={at} fallback={<Source source={part.source} />}>
        <Formula {...part} showsProblem={showsProblems} />
      </Suspense>
    ),
  );
}

const Source = ({ source }: { source: string }) => <code>{source}</code>;
