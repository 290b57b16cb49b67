import type { DemoCourse } from "../demo-course.ts";
import { lesson } from "../lesson.ts";
import { fillTheGaps, freeText, matchThePairs, multipleChoice, ordering } from "../questions.ts";

export const leadingASession: DemoCourse = {
  key: "leading-a-session",
  title: "Leading your first session",
  description:
    "For new assistant coaches: how to plan ninety minutes on flat water, keep twelve people safe and busy, and send them home wanting more.",
  category: "coaching",
  course_code: "RSC-20",
  price: 25,
  level: "Advanced",
  completion_rules: "all-units",
  completion_percentage: 100,
  certificate_type: "BespokeCurriculumTeacher",
  prerequisites: ["river-rescue"],
  branches: [],
  units: [
    {
      type: "Content",
      title: "Plan, and plan to change it",
      content: lesson(`
        # Ninety minutes on one page
        A plan is there to be left behind when the wind gets up. Write it all the same: it shows you what you forgot.

        ## On the page
        - **Who**: names, ages, medical notes, who has not paddled before
        - **Where**: launch, area, get-out, where you shelter, where the telephone works
        - **One aim**: 'Everybody can stop and turn both ways.' One, not five
        - **Times**: 15 minutes to kit up, 10 to warm up, 40 for the aim in two parts, 15 for a game, 10 to land and talk
        - **Weather**: what you expect, and at what wind you will not launch

        ## Ratios
        The club's rule on sheltered flat water is **one coach to eight**, fewer with children under ten or if anybody needs help in the boat. Two adults are always present, one of them ashore or able to get there.

        ## Kit check
        Do it in pairs, in the same order each time: buoyancy aid the right size, buckled and pulled down; helmet level; shoes on; something warm and dry in the bag; whistle. You carry the throw line, first aid kit, spare paddle, shelter, knife and a charged phone in a dry case.

        If the plan and the river disagree, **the river is right**.
      `),
    },
    {
      type: "Content",
      title: "Say less, show more",
      completion_option: "time",
      time_limit: 20,
      content: lesson(`
        # Teaching in a wind
        Nobody hears you beyond two boat lengths, and nobody remembers more than three things. So:

        1. **Show it**, without a word, twice, from the side.
        2. **Let them try.** Most will find half of it alone.
        3. **Give one point** to each person: the one that changes most.
        4. **Let them try again**, at once.

        ## Good points
        - They say what to do, not what to stop doing: 'look at the bank', not 'do not look at your paddle'
        - They are about the boat or the water rather than the elbow
        - They can be checked: 'Did the boat turn?'

        ## Where you sit
        Keep your back to the wind and the sun, so that they face neither. Keep the whole group in view; count heads each time you stop, and each time you do not. Put a good paddler at the front and another at the back, and tell them so.

        ## Different people
        Some need to be told why, some must feel it, some need to be left in peace. If one way has not worked in three tries, change the way and not the volume. For a deaf paddler, agree on signals ashore and raise your paddle before you begin.

        ## Fun
        A game with the skill hidden inside beats a drill. Tag teaches turning better than any talk.
      `),
    },
    {
      type: "Content",
      title: "When it goes wrong",
      completion_option: "question",
      questions: [
        ordering("A paddler is in the water. Whom do you look after, in which order?", [
          "Yourself",
          "The rest of the group",
          "The swimmer",
          "The boat and the paddle",
        ]),
      ],
      content: lesson(`
        # Self, team, victim, kit
        It sounds hard-hearted, and it has saved many people. If you are in trouble, nobody is looking after anyone. If the group drifts off while you help one, you have twelve to help.

        ## A capsize on flat water
        1. Look: is the swimmer's head up, and are they smiling?
        2. Send the group to raft up at the bank: 'Hold on to one another, by the willow.'
        3. Talk to the swimmer all the time. Have them hold your bow.
        4. Empty the boat across yours, steady it, and help them back in. If you have not practised it this month, tow them ashore.

        ## Signals
        - **One whistle blast**: look at me
        - **Two**: come to me
        - **Three, repeated**: emergency
        - **Hand on the head**: are you all right? The same answer: I am

        ## Calling it off
        Turning back is a skill, and you teach it each time you do it. Say: 'The wind is more than we planned for; we land here and walk.' No vote is needed.

        ## Afterwards
        Write the near misses in the log on the same evening. Tell the safeguarding officer about anything that concerned a child, however small. And ask yourself the coach's three questions: what went well, what did not, what will I change next time?
      `),
    },
    {
      type: "Test",
      title: "Assistant coach: written part",
      questions: [
        matchThePairs("What does the signal mean?", {
          "One whistle blast": "Look at me",
          "Two whistle blasts": "Come to me",
          "Three whistle blasts, repeated": "Emergency",
        }),
        multipleChoice("What is the club's ratio on sheltered flat water?", {
          "One coach to four": false,
          "One coach to eight": true,
          "One coach to twelve": false,
        }),
        fillTheGaps("Show it [twice], give [one] point each, and let them try [again]."),
        freeText(
          "The wind rises above what you planned for. What do you tell the group? Write what you would say.",
          { wanted: ["land", "back", "walk", "shore", "bank"], unwanted: ["vote"] },
          2,
        ),
      ],
    },
  ],
};
