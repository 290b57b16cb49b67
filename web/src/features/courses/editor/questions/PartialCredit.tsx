import { useLingui } from "@lingui/react";
import { msg } from "@lingui/core/macro";
import type { MessageDescriptor } from "@lingui/core";
import type { QuestionType } from "../question.ts";

const SENTENCES: Record<QuestionType, MessageDescriptor> = {
  "Multiple Choice": msg`With partial credit and several right options, each right choice earns an equal share, and each wrong one costs an equal share of the wrong options, down to nothing; an option with a percent of its own earns or costs that.`,
  "True or False": msg`Partial credit makes no difference here: the answer is right or wrong.`,
  "Fill the Gaps": msg`With partial credit, each right gap earns an equal share.`,
  Ordering: msg`With partial credit, each item in its right place earns an equal share.`,
  "Match the Pairs": msg`With partial credit, each right pair earns an equal share.`,
  Number: msg`With partial credit, an answer earns the percent of the accepted number that it meets, 100 % if none is given; only 100 % is right.`,
  "Short Text": msg`With partial credit, an answer earns the percent of the accepted answer that it meets, 100 % if none is given; only 100 % is right.`,
  "Free Text": msg`With partial credit, an answer earns its points as a share of the required points.`,
  Essay: msg`Partial credit makes no difference here: an essay earns the points that its marker gives.`,
  Hotspot: msg`With partial credit and several right regions, each right choice earns an equal share, and each wrong one costs an equal share of the wrong regions, down to nothing.`,
};

/** States what a partly right answer to a question of this type earns in a test with partial credit. */
export function PartialCredit({ type }: { type: QuestionType }) {
  const { i18n } = useLingui();
  return <p className="text-small text-muted">{i18n._(SENTENCES[type])}</p>;
}
