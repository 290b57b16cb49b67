import "katex/dist/katex.min.css";
import { useLayoutEffect, useRef, useState } from "react";
import { drawFormula } from "./drawFormula.ts";

type Props = {
  formula: string;
  isBlock: boolean;
  source: string;
  /** Also tells what is wrong with a formula that cannot be read. */
  showsProblem?: boolean | undefined;
};

/** Shows a formula, or its source when it cannot be read. */
export default function Formula({ formula, isBlock, source, showsProblem = false }: Props) {
  const place = useRef<HTMLSpanElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useLayoutEffect(() => {
    if (place.current) setProblem(drawFormula(place.current, formula, isBlock));
  }, [formula, isBlock]);
  return (
    <>
      <span ref={place} className={isBlock ? "block overflow-x-auto overflow-y-hidden py-1" : undefined} />
      {problem !== null && <code>{source}</code>}
      {problem !== null && showsProblem && <span className="text-danger"> {problem}</span>}
    </>
  );
}
