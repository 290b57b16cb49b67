import type { DemoCourse } from "../demo-course.ts";
import { lesson } from "../lesson.ts";
import { fillTheGaps, matchThePairs, multipleChoice, ordering } from "../questions.ts";

export const firstAid: DemoCourse = {
  key: "first-aid",
  title: "First aid at work",
  description:
    "The reading part of the first aid day: what to do in the first minutes, until help arrives. The practical part is held in the hall; this course does not replace it.",
  category: "health-and-safety",
  course_code: "NGT-130",
  price: 0,
  level: "Intermediate",
  completion_rules: "all-units",
  completion_percentage: 100,
  certificate_type: "Default",
  prerequisites: [],
  branches: ["north", "south"],
  units: [
    {
      type: "Content",
      title: "The first minute",
      content: lesson(`
        # Stop, look, then act
        The first aider's first duty is not to become a second casualty. Take one breath and look round before you kneel down.

        ## The primary survey
        Work through these in order, and put each right before you go on.
        1. **Danger**: traffic, electricity, fire, gas, glass, an angry person. Make it safe or stay back
        2. **Response**: speak, and tap the shoulders. 'Can you hear me? Open your eyes.'
        3. **Airway**: tilt the head back, lift the chin
        4. **Breathing**: look, listen and feel for **no more than 10 seconds**. Occasional gasps are not breathing
        5. **Circulation**: look for severe bleeding

        !warning Never move an injured person unless the place itself is dangerous.

        ## What you see, and what it may be
        | What you see | What it may be | What you do first |
        | No answer, no normal breathing | Cardiac arrest | Call 999 and press the chest |
        | Blood that spurts or soaks through | Severe bleeding | Press hard on the wound |
        | No answer, breathing normally | Unconscious | Recovery position |

        ## Calling for help
        Ring **999** or **112** and put the phone on loudspeaker beside you. The call handler will stay with you and tell you what to do. Send somebody for the defibrillator and somebody to the door to meet the ambulance. Give the address first: ours are on the wall by every telephone.

        !tip Save the address of the centre in your telephone today. In an emergency nobody remembers the postcode.

        ## Afterwards
        Fill in the accident book on the same day, even when it seemed small. Some accidents at work must be reported to the [Health and Safety Executive](https://www.hse.gov.uk/riddor/); the centre manager does that. And talk to somebody: helping in an emergency stays with people.
      `),
    },
    {
      type: "Video",
      title: "Five letters to remember",
      media: "the-first-minute.webm",
      content: lesson(`
        Danger, Response, Airway, Breathing, Circulation: five stones on the path, always in the same order. Say them aloud with the film. In the hall you will do them with your hands.
      `),
    },
    {
      type: "Content",
      title: "Not breathing: resuscitation",
      completion_option: "time",
      time_limit: 30,
      content: lesson(`
        # Check, call, press
        A person who does not respond and does not breathe normally is in cardiac arrest. Every minute without help lowers their chance. **Poor compressions are far better than none.**

        ## Adults
        1. Ring **999** on loudspeaker. Send for the defibrillator.
        2. Kneel beside the chest. Put the heel of one hand on the centre of the chest, the other hand on top, fingers locked, arms straight.
        3. Press down **5 to 6 cm**, at **100 to 120 a minute**, and let the chest rise fully each time.
        4. After **30** compressions, give **2** rescue breaths, if you are trained and willing. Otherwise go on pressing.
        5. Change over every two minutes if there are two of you.

        ## The defibrillator
        Switch it on and do what it says. Dry the chest, place the pads as drawn, and stand clear when it tells you. It will not shock a heart that does not need it, so you cannot do harm by using it.

        ## When to stop
        Stop when the person begins to breathe normally, when a professional takes over, or when you can do no more.

        ## Breathing, but not responding
        Roll them on to their side into the **recovery position**, with the head tilted back, and check the breathing again and again until help comes. The [Resuscitation Council UK](https://www.resus.org.uk/) publishes the guidelines on which this page rests.
      `),
    },
    {
      type: "Content",
      title: "Bleeding, burns and choking",
      completion_option: "question",
      questions: [
        ordering("An adult is choking and cannot cough. Put the steps in order.", [
          "Encourage them to cough",
          "Give up to 5 back blows",
          "Give up to 5 abdominal thrusts",
          "Ring 999 and repeat",
        ]),
      ],
      content: lesson(`
        # Three that cannot wait
        ## Severe bleeding
        - Put on gloves if you have them
        - **Press firmly** on the wound with a pad, and keep pressing. Do not lift it to look
        - If something is stuck in the wound, press on either side of it and leave it where it is
        - Lay the person down, keep them warm, ring **999**
        - If blood soaks through, put on a second pad and press harder

        ## Burns and scalds
        - **Cool under running water for at least 20 minutes.** Cool, not iced
        - Take off rings, watches and loose clothing, but nothing that sticks
        - Cover with cling film, laid on and not wound round
        - No butter, no cream, no toothpaste
        - Ring 999 for large, deep or electrical burns, and for burns of the face

        ## Choking
        If they can cough, let them cough. If they cannot:
        1. Lean them forward and give up to **5 back blows** between the shoulder blades with the heel of your hand.
        2. If that fails, give up to **5 abdominal thrusts**. Not for babies, and not in late pregnancy.
        3. Ring **999**, and go on in turns. If they lose consciousness, start resuscitation.

        Anyone who was given abdominal thrusts must be seen by a doctor.
      `),
    },
    {
      type: "Test",
      title: "First aid: what would you do?",
      questions: [
        ordering("Put the primary survey in order.", ["Danger", "Response", "Airway", "Breathing", "Circulation"]),
        fillTheGaps(
          "Press 5 to 6 cm deep, at [100 to 120|60 to 80|140 to 160] a minute, and give [30|10|15] compressions to [2|5|10] breaths.",
        ),
        matchThePairs("Match the injury with the first thing to do.", {
          Scald: "20 minutes of cool running water",
          "Severe bleeding": "Firm pressure",
          "Breathing but not responding": "Recovery position",
          "Not breathing": "Chest compressions",
        }),
        multipleChoice("Somebody's face droops on one side and their speech is slurred. What do you do?", {
          "Let them lie down for an hour": false,
          "Ring 999 at once: it may be a stroke": true,
          "Give them an aspirin": false,
          "Offer sweet tea": false,
        }),
      ],
    },
  ],
};
