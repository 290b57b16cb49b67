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
  const [isWide, setWide] = useState(false);
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    setProblem(drawFormula(element, formula, isBlock));
    setWide(isBlock && element.scrollWidth > element.clientWidth);
  }, [formula, isBlock]);
  return (
    <>
      <span
        ref={place}
        // Scrolled by keyboard where it is wider than the screen.
        tabIndex={isWide ? 0 : undefined}
        className={isBlock ? "block max-w-full overflow-x-auto overflow-y-hidden py-1" : undefined}
      />
      {problem !== null && <code>{source}</code>}
      {problem !== null && showsProblem && <span className="text-danger"> {problem}</span>}
    </>
  );
}
