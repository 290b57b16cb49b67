import type { DemoCourse } from "../demo-course.ts";
import { lesson } from "../lesson.ts";
import { fillTheGaps, matchThePairs, multipleChoice } from "../questions.ts";

export const welcome: DemoCourse = {
  key: "welcome",
  title: "Welcome to Northgate",
  description:
    "Your first week at Northgate Trust: what we do, who you can turn to, and the everyday habits that keep you and the people we support safe. About 25 minutes.",
  category: "induction",
  course_code: "NGT-001",
  price: 0,
  level: "Beginner",
  completion_rules: "all-units",
  completion_percentage: 100,
  certificate_type: "Default",
  prerequisites: [],
  branches: ["north", "south"],
  units: [
    {
      type: "Content",
      title: "Who we are",
      content: lesson(`
        # A short history
        Northgate Trust began in 1987 with a single kettle. Three neighbours opened a church hall on Tuesday evenings for people who had nowhere warm to sit, and more came than there were chairs. Today we run two centres, **North** and **South**, with about sixty staff and twice as many volunteers.

        ## What we do
        - **Day services** for older people and for adults with learning disabilities
        - **The night shelter**, open from October to April
        - **Family support**, from a lift to the clinic to a place at a holiday club
        - **The kitchen**, which cooks for all of the above, and for anyone who knocks

        ## What we hold to
        We have no long list of values on the wall. We have three questions, and we ask them when something is hard to decide.
        1. Would I be content if this were done to somebody I love?
        2. Does the person have a say in it?
        3. Would I do it the same way if it were written down?

        If the answer to any of them is no, stop and talk to somebody. Nobody at Northgate has ever been in trouble for stopping to ask.
      `),
    },
    {
      type: "Content",
      title: "Who to turn to",
      completion_option: "time",
      time_limit: 20,
      content: lesson(`
        # You are never the only one on duty
        Every shift has a **shift lead**. Their name is on the board by the entrance and their number is on the back of your badge. They are your first call for nearly everything.

        ## Who helps with what
        - **Your shift lead**: anything that happens today, from a broken boiler to a worried visitor
        - **The designated safeguarding lead**: any concern that a child or adult may be at risk of harm
        - **Your line manager**: rota, leave, supervision, how you are getting on
        - **The people team**: contract, pay, references, anything you would rather not say to your manager
        - **The data protection contact**: lost papers, misdirected e-mails, requests to see records

        ## When something is wrong at work
        If you see poor practice, say so to your shift lead or your manager. If that does not help, or if they are the problem, our *Speaking up* policy lets you go straight to a trustee. You can also get free, confidential advice from [Protect](https://protect-advice.org.uk/), the charity for whistleblowers. Raising a genuine concern will never count against you.

        ## In an emergency
        If somebody is in immediate danger, ring **999** first and your shift lead second. You do not need permission to call an ambulance, the fire service or the police.
      `),
    },
    {
      type: "Content",
      title: "Everyday habits",
      completion_option: "question",
      questions: [
        multipleChoice("You are about to visit a client at home on your own. What do you do first?", {
          "Text a friend the address": false,
          "Enter the visit and your expected return in the lone-working log": true,
          "Nothing, if you know the client": false,
          "Leave your phone at the centre so that it does not get lost": false,
        }),
      ],
      content: lesson(`
        # Five habits for a good shift
        These take a minute each, and each is there because it once was missing.

        1. **Sign in and out.** In a fire, the sheet is how we know whom to look for.
        2. **Wear your badge.** People we support need to know who is staff. So do the police at two in the morning.
        3. **Read the handover book** before you do anything else, and write in it before you go. What you noticed and did not write down did not happen.
        4. **Log lone visits.** Before you go: whom you visit, where, and when you expect to be back. Afterwards: that you are back. If you are half an hour late, the shift lead rings you; if you do not answer, we come.
        5. **Keep your own boundaries.** No lending or borrowing, no gifts worth more than a box of biscuits, no private numbers. If a client offers you something, thank them, and tell your shift lead.

        ## Looking after yourself
        Some days here are heavy. Every shift ends with ten minutes of talk, and you may take them even when the rota is tight. If something stays with you, the [Samaritans](https://www.samaritans.org/) answer on **116 123** at any hour, for staff and volunteers as much as for anyone.
      `),
    },
    {
      type: "Test",
      title: "Ready for your first shift?",
      questions: [
        matchThePairs("Who helps with what?", {
          "A worry that a client is being harmed": "Designated safeguarding lead",
          "A boiler that stops tonight": "Shift lead",
          "A question about your contract": "People team",
          "An e-mail sent to the wrong person": "Data protection contact",
        }),
        fillTheGaps(
          "If somebody is in immediate danger, ring [999|101|111] first and your [shift lead|line manager|trustee] second.",
        ),
        multipleChoice("Which of these are part of every shift? Tick all that apply.", {
          "Signing in and out": true,
          "Giving clients your private number": false,
          "Reading the handover book": true,
          "Wearing your badge": true,
        }),
      ],
    },
  ],
};
