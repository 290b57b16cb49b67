import { useLingui } from "@lingui/react/macro";
import { ChoiceQuestion } from "./ChoiceQuestion.tsx";
import type { QuestionProps } from "./questionProps.ts";

/** Shows 'True' and 'False' in the learner's language; the answer is the name that the server knows. */
export function TrueOrFalseQuestion(props: QuestionProps) {
  const { t } = useLingui();
  return <ChoiceQuestion {...props} labels={{ True: t`True`, False: t`False` }} />;
}
