import type { DemoCourse } from "../demo-course.ts";
import { lesson } from "../lesson.ts";
import { fillTheGaps, freeText, matchThePairs, multipleChoice, ordering } from "../questions.ts";

export const clearReports: DemoCourse = {
  key: "clear-reports",
  title: "Writing clear reports",
  description:
    "Handover notes, incident reports and letters to other services that are read once and understood. Bring a report of your own: you will shorten it.",
  category: "communication",
  course_code: "NGT-150",
  price: 0,
  level: "Intermediate",
  completion_rules: "all-units",
  completion_percentage: 100,
  certificate_type: "BespokeCurriculumTeacher",
  prerequisites: [],
  branches: ["north", "south"],
  units: [
    {
      type: "Content",
      title: "Who will read this?",
      content: lesson(`
        # Write for a tired stranger
        Your note will be read by somebody at the end of a night shift, by a social worker with forty cases, perhaps by a court in three years' time. None of them was there. Few will read past the first paragraph unless it makes them.

        ## Three questions before you start
        1. **Who reads it?** A colleague knows what 'the usual' means. A doctor does not.
        2. **What should they do?** If nothing, say so. If something, say it first.
        3. **What must they know to do it?** Leave the rest out, or put it at the end.

        ## The main thing first
        School taught us to begin at the beginning and end with the conclusion. At work it is the other way round. Compare:

        - 'At about two I was doing my rounds when I noticed, as I have before, that the door…'
        - '**Mr Adeyemi left the building unseen at 02.10 and was back, unhurt, at 02.40.** The side door had not been locked.'

        The second reader can stop after one line and still do the right thing.

        ## The person reads it too
        People have a right to see what we write about them. Write every sentence so that you could read it to them aloud. It is also the quickest way to better style.
      `),
    },
    {
      type: "Content",
      title: "Fact, report, opinion",
      completion_option: "question",
      questions: [
        matchThePairs("What kind of statement is it?", {
          "'She had a red mark, 3 cm long, on her left wrist.'": "Observation",
          "'She said: \"The dog did it.\"'": "What somebody said",
          "'I am worried because it is the second mark this week.'": "Opinion, with its reason",
        }),
      ],
      content: lesson(`
        # Three kinds of sentence
        A clear report keeps three things apart, and lets the reader see which is which.

        ## What you observed
        What a camera would have recorded. 'He was pacing in the corridor, speaking loudly, and did not answer to his name.' Not 'he was aggressive': three people will picture three different things.

        ## What somebody told you
        In their words, with quotation marks and the name of the speaker. 'His sister said on the telephone: "He has not slept since Sunday."'

        ## What you think
        Your view is worth having: you know the person. But mark it, and give the reason. 'I think he was frightened rather than angry, because he calmed down when the alarm stopped.'

        ## Words that hide
        - **'Refused'**: did he say no, or did he not answer? What was he offered?
        - **'Non-compliant', 'attention-seeking', 'challenging'**: judgements in a white coat. Say what happened
        - **'Inappropriate'**: compared with what?
        - **'It was decided'**: by whom?

        ## Numbers help
        'Ate little' is an opinion. 'Ate two spoonfuls of soup at noon and nothing at six' is a fact that a dietitian can use.
      `),
    },
    {
      type: "Content",
      title: "Shorter, plainer",
      completion_option: "time",
      time_limit: 20,
      content: lesson(`
        # Cut a third
        Nearly every first draft can lose a third of its words without losing a fact. Here is where to find them.

        ## Sentences
        - One idea each. **Fifteen to twenty words** on average
        - Say who did it: 'Amina gave the tablets at 20.00', not 'tablets were administered'
        - Prefer verbs to nouns: 'we assessed', not 'we carried out an assessment of'

        ## Words
        - 'about' for 'with regard to'
        - 'because' for 'due to the fact that'
        - 'help' for 'facilitate', 'use' for 'utilise', 'before' for 'prior to'
        - Spell out each abbreviation the first time: one team's SLT is another's senior leadership

        ## Layout
        - A heading that says something: 'Fall in the kitchen, 3 May', not 'Incident'
        - Dates in full, times in the 24-hour clock
        - Lists for three or more things of a kind
        - One page. If it needs two, put a summary on top

        ## Read it aloud
        Where you run out of breath, put a full stop. Where you stumble, so will they. The Plain English Campaign has [free guides](https://www.plainenglish.co.uk/free-guides.html) if you would like to practise.
      `),
    },
    {
      type: "Test",
      title: "Try it yourself",
      questions: [
        ordering("Put the parts of an incident report in the order in which the reader needs them.", [
          "What happened, in one sentence",
          "What you did at once",
          "Details, in order of time",
          "What you think, and why",
          "What has to happen next, and who does it",
        ]),
        fillTheGaps("'Due to the fact that' means [because], and 'prior to' means [before]. 'Utilise' means [use]."),
        multipleChoice("Which sentence is an observation?", {
          "He was in a bad mood.": false,
          "He was being difficult.": false,
          "He put down his fork and left the table.": true,
          "He obviously did not like the meal.": false,
        }),
        freeText(
          "Rewrite without hiding who acted: 'The door was left unlocked by the night worker.'",
          { wanted: ["night worker left", "unlocked"], unwanted: ["by the"] },
          3,
        ),
      ],
    },
  ],
};
