import type { DemoQuestion } from "../demo-course.ts";
import { lesson } from "../lesson.ts";
import {
  essay,
  fillTheGaps,
  multipleChoice,
  number,
  ordering,
  shortText,
  trueOrFalse,
  withFeedback,
} from "../questions.ts";

/** A course with each type of unit. */
export const everythingCourse = {
  title: "Working safely at Northgate",
  description:
    "Ten things to know before your first shift: what to do in the first minute, what the two alarms mean, the ways out, and where we meet. Ends with a walk through your own building.",
  course_code: "NGT-010",
  level: "Beginner",
  category: "Health and safety",
};

export const introduction = lesson(`
  # Twenty minutes that may matter once
  You will watch, listen, read, try and write. Nothing here is long. At the end you **walk your own way out** and tell us what you found, because no plan of a building is as good as the people who use it.

  ## What we expect of you
  - Know **two ways out** of every room that you work in
  - Know the difference between the **two alarms**
  - Never go back in for a bag, a coat or a laptop
  - Tell somebody when a door is blocked, every time

  ## What you can expect of us
  Alarms are tested on Wednesdays at ten. Every new colleague walks the building with somebody who knows it. Nobody is ever in trouble for ringing the alarm in good faith.
`);

export const filmText = lesson(`
  What you do in the first minute decides how the next ten go. Watch it once, then close your eyes and say the steps.
`);

export const alarmText = lesson(`
  # One means out, the other means wait
  You hear both: first the **continuous** tone, then the **intermittent** one.

  - **Continuous**: leave at once by the nearest way out.
  - **Intermittent**: something happened in another part of the building. Stop what you are doing, help the people with you to get ready, and wait.
`);

export const planText = lesson(`
  The plan of the ground floor, the stairs and the meeting points. The same pages hang beside every door.
`);

export const mapText = lesson(`
  We meet on the grass north of the house, never in the car park: fire engines need it. Open the questions below the plan for the reasons.
`);

export const packageText = lesson(`
  Three questions on what to reach for when something burns.
`);

/** The question about a near miss, which a person marks. */
export const nearMiss: DemoQuestion[] = [
  essay("You find a fire door wedged open with a box of paper. What do you do, and what do you write in the report?", {
    rubric: {
      "What to do": { "Leaves the door as it is": 0, "Removes the box": 3, "Removes the box and tells the person": 5 },
      "The report": {
        "No report": 0,
        "Says what was found": 3,
        "Says what was found, where, when and why it matters": 5,
      },
    },
    min_words: 30,
    max_words: 200,
    marker_note: "Blame is not asked for. A report without a name of a person is fine.",
  }),
];

/** Who has written about the near miss; one essay waits to be marked, the other one is marked. */
export const nearMissAnswers = [
  {
    by: "samuel.okonkwo@demo.test",
    text: "I take the box away and close the door. Then I look for the person who put it there, because they may not know what the door is for. In the report I write which door it was and at what time, that it was open because of a box, and that smoke would have gone into the stairs.",
  },
  {
    by: "fatima.el.amrani@demo.test",
    text: "I move the box so that the door can close again, and carry it to the store room. I write a report that the door on the second floor was open this morning because of a box of paper.",
    levels: [
      { criterion: "What to do", level: "Removes the box" },
      { criterion: "The report", level: "Says what was found" },
    ],
    comment: "Good that you acted at once. Tell the person next time, and write why an open fire door is dangerous.",
  },
];

export const assignmentText = lesson(`
  # Walk your own way out
  Leave your usual place of work by the way that you would **not** normally take. Then write a few lines:

  1. How long did it take you?
  2. What was in the way?
  3. Who would need help on this way?

  A photograph is welcome, without people on it.
`);

export const check: DemoQuestion[] = [
  withFeedback(
    multipleChoice("The alarm sounds without a pause. What do you do?", {
      "Finish the sentence, then look what happens": false,
      "Leave at once by the nearest way out": true,
      "Wait for somebody to tell you": false,
    }),
    {
      feedback: "Nobody has been blamed here for leaving at a false alarm.",
      options: {
        "Finish the sentence, then look what happens": "A room fills with smoke in less than two minutes.",
        "Wait for somebody to tell you": "The alarm is the one who tells you.",
      },
    },
  ),
  withFeedback(
    ordering("Put the first minute in order.", ["Raise the alarm", "Leave the room", "Close the door", "Ring 999"]),
    { points: 2, feedback: "The alarm comes first: others in the building cannot see what you see." },
  ),
  fillTheGaps(
    "We meet on the [grass|car park|terrace] and wait until the [shift lead|neighbour|driver] has counted us.",
  ),
  number("After how many minutes at the latest does the roll call begin at the meeting point?", "5", {
    percent: 50,
    tolerance: 2,
  }),
];

/** Answers to `check` by the type of question. Of the wrong ones, all but the multiple choice are partly right. */
export const checkAnswers: Record<"right" | "wrong", Record<string, object>> = {
  right: {
    "Multiple Choice": { selectedOption: "Leave at once by the nearest way out" },
    Ordering: { userOrder: ["Raise the alarm", "Leave the room", "Close the door", "Ring 999"] },
    "Fill the Gaps": { userSelections: ["grass", "shift lead"] },
    Number: { freeTextAnswer: "5" },
  },
  wrong: {
    "Multiple Choice": { selectedOption: "Wait for somebody to tell you" },
    Ordering: { userOrder: ["Leave the room", "Raise the alarm", "Close the door", "Ring 999"] },
    "Fill the Gaps": { userSelections: ["terrace", "shift lead"] },
    Number: { freeTextAnswer: "6" },
  },
};

/** Questions of the bank. */
export const bank: { category: string; questions: DemoQuestion[] }[] = [
  {
    category: "Fire safety",
    questions: [
      ...check,
      multipleChoice("Which of these belong on the way out? Tick all that apply.", {
        "A clear floor": true,
        "A sign that glows in the dark": true,
        "Two chairs for waiting": false,
        "A pile of deliveries for five minutes": false,
      }),
      multipleChoice("A frying pan burns. What do you reach for?", {
        Water: false,
        "A fire blanket": true,
        "A wet towel from the sink": false,
      }),
      trueOrFalse("A fire door may be held open with a wedge while somebody watches it.", false),
      shortText("Which number do you call for the fire brigade?", "999", "112"),
    ],
  },
  {
    category: "Data protection",
    questions: [
      multipleChoice("Somebody rings and asks whether a client lives here. What do you say?", {
        "Yes or no, nothing more": false,
        "That you can neither confirm nor deny it, and take a number": true,
        "The name of the key worker": false,
      }),
      fillTheGaps(
        "A lost phone is reported [the same day|the next week|at the next supervision], also if it was locked.",
      ),
    ],
  },
];

/** Answers to the assignment, with the review of those that are reviewed. */
export const submissions: { by: string; text: string; comment?: string; accept?: boolean }[] = [
  {
    by: "learner@demo.test",
    text: "I left through the laundry. It took two minutes. There were three crates of bread in front of the outer door. Mr Hale on the first floor could not manage the last step.",
    accept: false,
    comment: "Well seen. Please add whom you told about the crates, and when.",
  },
  {
    by: "samuel.okonkwo@demo.test",
    text: "North stairs instead of the main ones, one minute and forty seconds at night. The light on the landing is out. I told Helen the same evening.",
    accept: true,
    comment: "Thank you. The light was mended on Thursday.",
  },
  {
    by: "wei.chen@demo.test",
    text: "From the kitchen through the store. Ninety seconds. The store door opens inwards, and a trolley stood behind it. With a wheelchair you cannot pass.",
  },
  {
    by: "ruth.pemberton@demo.test",
    text: "Family room, through the garden door. One minute. The key hung on its hook, but the hook is too high for half of us.",
  },
];

/** The questions of the survey. */
export const opinions = [
  {
    key: "useful",
    kind: "likert" as const,
    text: "I know what to do in the first minute of a fire.",
    is_required: true,
    points: 5 as const,
    low: "Strongly disagree",
    high: "Strongly agree",
  },
  {
    key: "helped",
    kind: "choice" as const,
    text: "What helped you most?",
    is_multiple: true,
    options: [
      { key: "film", text: "The film" },
      { key: "alarms", text: "Hearing the alarms" },
      { key: "walk", text: "Walking my own way out" },
      { key: "test", text: "The safety check" },
    ],
  },
  {
    key: "missing",
    kind: "text" as const,
    text: "What should we add or put right in your building?",
  },
];

/** Anonymous answers to the survey. */
export const opinionsGiven: { by: string; useful: number; helped: string[]; missing: string }[] = [
  { by: "learner@demo.test", useful: 5, helped: ["alarms", "walk"], missing: "A second key for the garden door." },
  { by: "samuel.okonkwo@demo.test", useful: 4, helped: ["walk"], missing: "Lights on the north stairs." },
  { by: "wei.chen@demo.test", useful: 5, helped: ["walk", "test"], missing: "" },
  {
    by: "ruth.pemberton@demo.test",
    useful: 3,
    helped: ["film"],
    missing: "Say what to do when one is alone at night.",
  },
  { by: "fatima.el.amrani@demo.test", useful: 4, helped: ["film", "alarms"], missing: "" },
  {
    by: "peter.lindqvist@demo.test",
    useful: 5,
    helped: ["walk"],
    missing: "The alarm cannot be heard in the laundry.",
  },
  { by: "amara.diallo@demo.test", useful: 2, helped: ["alarms"], missing: "Less reading, more practice." },
  { by: "oliver.bentley@demo.test", useful: 4, helped: ["film", "test"], missing: "" },
  { by: "priya.raman@demo.test", useful: 4, helped: ["walk"], missing: "A plan in large print." },
  { by: "manager@demo.test", useful: 5, helped: ["alarms", "walk", "test"], missing: "" },
];
