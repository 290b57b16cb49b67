import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { QuestionType } from "../question.ts";

/** What a type of question is called in menus and titles. */
export const questionTypeNames: Record<QuestionType, MessageDescriptor> = {
  "Multiple Choice": msg`Multiple Choice`,
  "Fill the Gaps": msg`Fill the Gaps`,
  Ordering: msg`Ordering`,
  "Match the Pairs": msg`Match the Pairs`,
  "Free Text": msg`Free Text`,
};
