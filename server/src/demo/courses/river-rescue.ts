import type { DemoCourse } from "../demo-course.ts";
import { lesson } from "../lesson.ts";
import { fillTheGaps, matchThePairs, multipleChoice, ordering } from "../questions.ts";

export const riverRescue: DemoCourse = {
  key: "river-rescue",
  title: "Rope and river: rescue from the bank",
  description:
    "Reading moving water, swimming it safely, and bringing somebody in with a throw line. For every member before the first river trip of the year.",
  category: "river-safety",
  course_code: "RSC-01",
  price: 0,
  level: "Beginner",
  completion_rules: "all-units",
  completion_percentage: 100,
  certificate_type: "Default",
  prerequisites: [],
  branches: [],
  units: [
    {
      type: "Content",
      title: "Reading moving water",
      content: lesson(`
        # The river writes; you read
        Water tells you what lies under it. Stand on the bank for five minutes before every trip and say aloud what you see.

        ## Words of the river
        - **Eddy**: calm water behind a rock or a bend, often flowing back upstream. Your lay-by
        - **Tongue** or **V downstream**: the smooth way between obstacles. Usually the way to go
        - **V upstream**: a rock just under the surface
        - **Stopper**: water falling over a drop and turning back on itself. Small ones are play; large ones hold boats and people
        - **Strainer**: a fallen tree or a fence that lets water through and nothing else. **The most dangerous thing on most rivers**
        - **Undercut**: a rock or bank hollowed out below

        ## Grades
        Rivers are graded from **I**, moving water with small waves, to **VI**, the limit of what can be run at all. A grade holds for one level of water: after rain, yesterday's II may be a III.

        ## Before you launch
        Check the level and the forecast, agree on the place to get out, and ask the question that settles most arguments: **what happens to somebody who swims here?** If the answer is a strainer or a weir, walk round.

        [Paddle UK](https://paddleuk.org.uk/) publishes advice on levels and access.
      `),
    },
    {
      type: "Content",
      title: "Cold water and swimming",
      completion_option: "question",
      questions: [
        multipleChoice("You have just fallen into cold water. What do you do first?", {
          "Swim as hard as you can": false,
          "Float until you can control your breathing": true,
          "Take off your buoyancy aid": false,
          "Stand up in the current": false,
        }),
      ],
      content: lesson(`
        # The first minute belongs to the cold
        Water below 15 °C makes you gasp. Your heart races and you cannot hold your breath: this is **cold water shock**, and it passes in a minute or two. Your buoyancy aid keeps you up meanwhile. **Float first**, then act. The RNLI calls it [float to live](https://rnli.org/safety/float).

        ## Swimming a rapid
        - **On your back, feet downstream and at the surface**, knees slightly bent, so that your feet meet the rocks
        - **Do not stand up** in water above your knees that is moving: a trapped foot holds you under
        - Use your arms to steer across the current towards an eddy
        - When you see the eddy, **roll over and swim hard** for it
        - Let go of the boat only if it takes you towards danger; stay upstream of it

        ## A strainer ahead
        Swim away from it with all you have. If you cannot, turn head first at the last moment, swim at it and **climb up and over**. It is the one time you go head first.

        ## Afterwards
        Look out for the 'umbles': a person who stumbles, mumbles, fumbles and grumbles is getting dangerously cold. Shelter, dry clothes, something sweet to eat, and no more river today.
      `),
    },
    {
      type: "Video",
      title: "One throw",
      media: "rope-and-river.webm",
      completion_option: "time",
      time_limit: 10,
      content: lesson(`
        The bag leaves the hand before the swimmer is level with you, and lands just beyond. Watch how the rope swings them in to the bank: you stand still, and the river does the work.
      `),
    },
    {
      type: "Content",
      title: "The throw line",
      content: lesson(`
        # The least dangerous thing that works
        Choose from the top of this list, and go down only if you must.
        1. **Shout**: 'Swim left!' Often that is all.
        2. **Reach** with a paddle or a branch, lying down.
        3. **Throw** a line.
        4. **Row** or paddle to them.
        5. **Go** in yourself, only if trained and tied to people who are.

        ## Before you throw
        - Stand where the swing of the rope ends in calm water, not in a strainer
        - Buoyancy aid and helmet on, even on the bank
        - Feet apart, nobody inside the loops, a knife within reach
        - **Never tie the rope to yourself**, and never wrap it round your hand

        ## The throw
        1. Shout the name, or **'Rope!'**, and wait until they look.
        2. Open the bag, hold the end, throw **past** them, so that the rope falls across their chest.
        3. Sit down or lean back as the load comes on. Somebody may hold you by the shoulder straps.
        4. Let them swing to the bank **below you**. Walk a few steps with it if the pull is hard.

        ## For the swimmer
        Take the rope, not the bag. Hold it to your chest with both hands, over the shoulder that is away from the rescuer, lie on your back, and let yourself be swung.

        You have one good throw and about ten seconds for a second. Practise both until you need not think.
      `),
    },
    {
      type: "Test",
      title: "Ready for the river?",
      questions: [
        ordering("From the least dangerous to the most: put the rescues in order.", [
          "Shout",
          "Reach",
          "Throw",
          "Row",
          "Go",
        ]),
        matchThePairs("Match the word with what you see.", {
          Eddy: "Calm water behind a rock",
          Strainer: "A fallen tree across the current",
          "V upstream": "A rock just under the surface",
          Stopper: "Water turning back on itself",
        }),
        fillTheGaps(
          "Swim a rapid on your [back|front] with your feet [downstream|upstream] and never [stand up|float] in fast water.",
        ),
        multipleChoice("Which of these are right when you throw a line? Tick all that apply.", {
          "Wait until the swimmer looks": true,
          "Wrap the rope round your hand": false,
          "Throw past the swimmer": true,
          "Tie the end to your belt": false,
        }),
      ],
    },
  ],
};
