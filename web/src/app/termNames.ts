import { i18n, type MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

type Names = Readonly<Record<string, MessageDescriptor>>;

const questionTypes: Names = {
  "Multiple Choice": msg`Multiple Choice`,
  "True or False": msg`True or False`,
  "Fill the Gaps": msg`Fill the Gaps`,
  Ordering: msg`Ordering`,
  "Match the Pairs": msg`Match the Pairs`,
  Number: msg`Number`,
  "Short Text": msg`Short Text`,
  "Free Text": msg`Free Text`,
  Hotspot: msg`Hotspot`,
  Essay: msg`Essay`,
};

/** The types of interactions in SCORM and cmi5 packages. */
const interactionTypes: Names = {
  "true-false": msg`True or false`,
  choice: msg`Multiple Choice`,
  "fill-in": msg`Fill the Gaps`,
  "long-fill-in": msg`Free Text`,
  matching: msg`Match the Pairs`,
  performance: msg`Performance`,
  sequencing: msg`Ordering`,
  likert: msg`Rating scale`,
  numeric: msg`Number`,
  other: msg`Other`,
};

/** The results of interactions; SCORM 1.2 says 'wrong', SCORM 2004 'incorrect'. */
const interactionResults: Names = {
  correct: msg`Correct`,
  incorrect: msg`Incorrect`,
  wrong: msg`Incorrect`,
  unanticipated: msg`Unexpected`,
  neutral: msg`Not graded`,
};

const completionOptions: Names = {
  "": msg`None`,
  time: msg`Time`,
  question: msg`Question`,
  "instructor-accepts": msg`Instructor accepts`,
  "user-uploads": msg`User uploads`,
};

const completionRules: Names = {
  "all-units": msg`All units are completed`,
  percentage: msg`A percentage of the units is completed`,
};

/** The names in the API are fixed; some are those of a customer. */
const certificateTypes: Names = {
  Default: msg`Standard`,
  SaferInternetDay: msg`Safer Internet Day`,
  BespokeCurriculumTeacher: msg`Teacher training`,
  JamCodingStaff: msg`Staff training`,
  Safeguarding: msg`Safeguarding`,
};

/** Returns the name of a value; a value without a name unchanged. */
const nameFrom = (names: Names) => (value: string) => (Object.hasOwn(names, value) ? i18n._(names[value]!) : value);

const truths: Names = { True: msg`True`, False: msg`False` };
const nameTruth = nameFrom(truths);

/** Returns an answer to a question of a type as people read it: True and False are the same words on the server in every language. */
export const nameAnswer = (type: string, text: string) => (type === "True or False" ? nameTruth(text) : text);

export const nameQuestionType = nameFrom(questionTypes);
export const nameInteractionType = nameFrom(interactionTypes);
export const nameInteractionResult = nameFrom(interactionResults);
export const nameCompletionOption = nameFrom(completionOptions);
export const nameCompletionRule = nameFrom(completionRules);
export const nameCertificateType = nameFrom(certificateTypes);
