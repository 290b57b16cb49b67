import { lazy, Suspense } from "react";
import type { QuestionProps } from "./questionProps.ts";
import { ChoiceQuestion } from "./ChoiceQuestion.tsx";
import { FreeTextQuestion } from "./FreeTextQuestion.tsx";
import { GapsQuestion } from "./GapsQuestion.tsx";
import { OrderingQuestion } from "./OrderingQuestion.tsx";
import { PairsQuestion } from "./PairsQuestion.tsx";
import { ShortAnswerQuestion } from "./ShortAnswerQuestion.tsx";
import { TrueOrFalseQuestion } from "./TrueOrFalseQuestion.tsx";

// Without the picture, the list of regions still takes an answer.
const HotspotQuestion = lazy(() =>
  import("./HotspotQuestion.tsx").then(
    ({ HotspotQuestion }) => ({ default: HotspotQuestion }),
    () => ({ default: ChoiceQuestion }),
  ),
);

const EssayQuestion = lazy(() =>
  import("./EssayQuestion.tsx").then(
    ({ EssayQuestion }) => ({ default: EssayQuestion }),
    () => ({ default: FreeTextQuestion }),
  ),
);

/** Shows the controls of a question by its type. */
export function QuestionForm(props: QuestionProps) {
  switch (props.question.type) {
    case "Multiple Choice":
      return <ChoiceQuestion {...props} />;
    case "True or False":
      return <TrueOrFalseQuestion {...props} />;
    case "Number":
    case "Short Text":
      return <ShortAnswerQuestion {...props} />;
    case "Fill the Gaps":
      return <GapsQuestion {...props} />;
    case "Match the Pairs":
      return <PairsQuestion {...props} />;
    case "Ordering":
      return <OrderingQuestion {...props} />;
    case "Hotspot":
      return (
        <Suspense>
          <HotspotQuestion {...props} />
        </Suspense>
      );
    case "Essay":
      return (
        <Suspense>
          <EssayQuestion {...props} />
        </Suspense>
      );
    default:
      return <FreeTextQuestion {...props} />;
  }
}
