import type { Message } from "../../i18n/message.ts";
import { t } from "../../i18n/message.ts";
import { type Language, translate } from "../../i18n/translate.ts";
import type { CourseInput } from "./course-draft.ts";

interface Part {
  text: Message;
  /** A paragraph without it. */
  as?: "heading" | "item";
}

const ATTRIBUTES = { heading: { header: 2 }, item: { list: "ordered" } } as const;

const LEARNER_VIEW: Part[] = [
  { text: t`What learners see`, as: "heading" },
  { text: t`A course is a list of units. Learners open them in any order and continue where they stopped.` },
  {
    text: t`This unit is a text. A unit can also be a video, an audio file, a document, a test, an assignment, a web page or a SCORM, xAPI or cmi5 package.`,
  },
  { text: t`Press 'Next' to complete this unit.` },
];

const AUTHOR_VIEW: Part[] = [
  { text: t`Make it your own`, as: "heading" },
  { text: t`Open 'Courses' in the menu and edit this course:` },
  { text: t`Change the title and this text.`, as: "item" },
  { text: t`Add a unit.`, as: "item" },
  { text: t`Press 'Update Course'. Learners see the change at once.`, as: "item" },
  { text: t`Then enrol people: 'More' and 'People' in the list of courses.` },
];

/** Returns a short, published course about courses in a language: two texts and a test. */
export function createSampleCourse(language: Language): CourseInput {
  const say = (message: Message) => translate(message, language);
  const unit = (order: number, type: "Content" | "Test", title: Message) => ({
    type,
    unit_order: order,
    title: say(title),
  });
  const choice = (question: Message, options: [Message, boolean][]) => ({
    type: "Multiple Choice" as const,
    question: say(question),
    options: options.map(([text, checked]) => ({ text: say(text), checked })),
  });
  return {
    title: say(t`A sample course`),
    description: say(t`Shows in five minutes what a course is. Edit it, try it, delete it.`),
    categories: [],
    resources: [],
    units: [
      { ...unit(1, "Content", t`What learners see`), content: toDelta(LEARNER_VIEW, say) },
      { ...unit(2, "Content", t`Make it your own`), content: toDelta(AUTHOR_VIEW, say) },
      {
        ...unit(3, "Test", t`Try a test`),
        questions: [
          choice(t`Which of these can be a unit of a course?`, [
            [t`A video`, true],
            [t`A SCORM package`, true],
            [t`A coffee break`, false],
          ]),
          choice(t`When do learners see a change that you saved with 'Update Course'?`, [
            [t`At once`, true],
            [t`The next day`, false],
          ]),
        ],
      },
    ],
  };
}

/** Writes parts as the JSON text of a Quill Delta. */
function toDelta(parts: readonly Part[], say: (message: Message) => string): string {
  const ops = parts.flatMap(({ text, as }) => [
    { insert: say(text) },
    { insert: "\n", ...(as && { attributes: ATTRIBUTES[as] }) },
  ]);
  return JSON.stringify({ ops });
}
