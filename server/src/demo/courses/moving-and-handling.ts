import type { DemoCourse } from "../demo-course.ts";
import { lesson } from "../lesson.ts";
import { fillTheGaps, matchThePairs, multipleChoice, ordering } from "../questions.ts";

export const movingAndHandling: DemoCourse = {
  key: "moving-and-handling",
  title: "Moving and handling",
  description:
    "How to lift a box, and when not to; how to help a person to stand with their dignity and your back intact. To be taken before the practical session with the hoist.",
  category: "health-and-safety",
  course_code: "NGT-131",
  price: 0,
  level: "Intermediate",
  completion_rules: "percentage",
  completion_percentage: 80,
  certificate_type: "Default",
  prerequisites: [],
  branches: ["north"],
  units: [
    {
      type: "Content",
      title: "Avoid, assess, reduce",
      content: lesson(`
        # The best lift is the one you did not do
        Aching backs are among the commonest reasons for missing work in care and in kitchens. Most come not from one heavy lift but from many careless ones.

        The **Manual Handling Operations Regulations 1992** ask three things of us, in this order:
        1. **Avoid** hazardous handling as far as is reasonably practicable. Could it be delivered to the right floor? Could the person do it themselves with a rail?
        2. **Assess** what cannot be avoided.
        3. **Reduce** the risk as far as is reasonably practicable.

        You have duties too: use the equipment you were trained on, follow the care plan, and tell us when something is broken or has changed.

        ## There is no safe weight
        The [Health and Safety Executive](https://www.hse.gov.uk/msd/manual-handling/) gives filter figures, not limits. Close to the body at waist height, about 25 kg for men and 16 kg for women. At arm's length above the shoulder they fall to 5 kg and 3 kg. A wet bag of potatoes on a stair is another matter altogether.

        ## Before you touch anything
        Ask: where is it going, is the way clear, do I need a second person, and where can I put it down half-way?
      `),
    },
    {
      type: "Content",
      title: "TILE: four questions",
      completion_option: "question",
      questions: [
        matchThePairs("Match each question with its letter.", {
          "Does it mean twisting or reaching?": "Task",
          "Is the helper pregnant or injured?": "Individual",
          "Is it unstable or hard to grip?": "Load",
          "Is the floor wet or the light poor?": "Environment",
        }),
      ],
      content: lesson(`
        # A risk assessment in your head
        For planned work the assessment is on paper. For the box in front of you it takes ten seconds, with four letters.

        ## Task
        Does it mean stooping, twisting, reaching up, carrying far, or doing the same thing a hundred times? Can the job be split or turned round?

        ## Individual
        Who is doing it? Are you trained, rested, well? Pregnancy, a bad knee and a late shift all count. **Say so**: nobody can see a sore back.

        ## Load
        How heavy is it, and where is the heavy side? Is it hot, sharp, slippery, or full of liquid that will move? If the load is a **person**: how much can they do today, are they in pain, do they understand what is about to happen, and do they agree to it?

        ## Environment
        Is there room to bend your knees? Is the floor wet, the rug loose, the light poor? Are there steps, doors that close by themselves, children, a dog?

        Some teams add an **O** for *other*: equipment, footwear, loose scarves and lanyards. If any of the answers worries you, stop and fetch help. Waiting ten minutes is never a failure.
      `),
    },
    {
      type: "Content",
      title: "A good lift, step by step",
      completion_option: "time",
      time_limit: 20,
      content: lesson(`
        # From the floor to the shelf
        1. **Plan.** Look at the way, open the doors, choose a place to rest.
        2. **Feet apart**, one slightly forward, the load between them.
        3. **Bend your knees and hips**; keep the natural curve of your back.
        4. **Get a good hold**, with the whole hand if you can, and hug the load.
        5. **Lift smoothly with your legs.** Look ahead, not down.
        6. **Keep it close**, heaviest side to your body, and **turn with your feet**, not with your waist.
        7. **Put it down, then adjust it.**

        ## With a colleague
        Agree who leads. The leader says: 'Ready, steady, **lift**', and both move on the last word. 'One, two, three' causes accidents, because half the world goes on three and half after it.

        ## Trolleys and wheelchairs
        Push rather than pull, with your weight and not your arms. Go down kerbs backwards. Put the brakes on before anybody sits down or gets up.

        ## If it hurts
        Stop. Tell your shift lead and write it in the accident book the same day. Gentle movement is usually better than bed, but let a professional tell you so.
      `),
    },
    {
      type: "Content",
      title: "Helping a person to move",
      content: lesson(`
        # With them, not to them
        A person is not a load. They have a say, a temper, good days and bad ones, and often a better idea of how to do it than you have.

        ## Always
        - **Read the care plan** before the first move of every shift: needs change overnight
        - **Ask** and explain. 'I should like to help you to the chair. Shall we?'
        - **Let them do what they can.** Strength that is not used goes away
        - **Check the equipment**: sling size and label, battery, brakes, date of the last examination. Hoists and slings that lift people are thoroughly examined every six months
        - **Two people with a hoist**, unless the assessment says otherwise

        ## Never
        - The **drag lift**, under the arms. It injures shoulders, theirs and yours
        - Letting somebody hold you **round the neck**
        - Lifting a person from the floor by hand. Check for injury first, make them comfortable, then use the hoist or the inflatable cushion, or ring for help
        - Catching a falling person. Step back, clear the way, and help afterwards

        ## Sitting to standing
        Shuffle to the edge, feet back under the knees, 'nose over toes', and push up from the arms of the chair. Nine times out of ten no more help is needed than that sentence.
      `),
    },
    {
      type: "Test",
      title: "Moving and handling: check",
      questions: [
        ordering("The law asks for three things, in which order?", ["Avoid", "Assess", "Reduce"]),
        fillTheGaps("Lift with your [legs|back], keep the load [close|away] and turn with your [feet|waist]."),
        multipleChoice("Which of these must never be done? Tick all that apply.", {
          "The drag lift under the arms": true,
          "Asking before you help": false,
          "Lifting a fallen person by hand": true,
          "Letting somebody hold you round the neck": true,
        }),
        multipleChoice("What do both people wait for in a team lift?", {
          "The word 'three'": false,
          "The word 'lift' after 'ready, steady'": true,
          "A nod": false,
        }),
      ],
    },
  ],
};
