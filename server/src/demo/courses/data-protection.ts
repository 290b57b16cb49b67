import type { DemoCourse } from "../demo-course.ts";
import { lesson } from "../lesson.ts";
import { fillTheGaps, matchThePairs, multipleChoice } from "../questions.ts";

export const dataProtection: DemoCourse = {
  key: "data-protection",
  title: "Data protection in daily work",
  description:
    "What the UK GDPR means at a reception desk, in a minibus and in a group e-mail, and what to do in the first hour when something has gone astray.",
  category: "data-and-technology",
  course_code: "NGT-141",
  price: 0,
  level: "Beginner",
  completion_rules: "all-units",
  completion_percentage: 100,
  certificate_type: "JamCodingStaff",
  prerequisites: ["online-safety"],
  branches: ["north", "south"],
  units: [
    {
      type: "Content",
      title: "Whose information is it?",
      content: lesson(`
        # Lent, not given
        Everything we know about a person was lent to us for a purpose. Data protection law says, at some length, that we should treat it so.

        ## Personal data
        Any information about a living person who can be identified from it: a name, a photograph, a number plate, 'the lady in the blue bungalow'. Some kinds need more care and are called **special category data**: health, ethnic origin, religion, sexual life and orientation, political opinions, trade union membership, genetic and biometric data. Much of what we hold is of this kind.

        ## Seven principles
        1. **Lawfulness, fairness and transparency**: people know what we hold, and why
        2. **Purpose limitation**: collected for one thing, not used for another
        3. **Data minimisation**: no more than we need
        4. **Accuracy**: right, and put right
        5. **Storage limitation**: no longer than we need
        6. **Integrity and confidentiality**: kept safe
        7. **Accountability**: we can show that we do all this

        ## Consent is not the only reason
        We often hold data because of a contract, a legal duty or somebody's vital interests. Never let data protection stop you from sharing what keeps a person safe: **the law allows it**, and the [Information Commissioner's Office](https://ico.org.uk/) says so plainly.
      `),
    },
    {
      type: "Content",
      title: "Ten small habits",
      completion_option: "time",
      time_limit: 20,
      content: lesson(`
        # Where information leaks
        Hardly ever through hackers. Mostly through a kind person in a hurry.

        ## At the desk
        - Turn the screen away from visitors, and lock it when you get up
        - On the telephone, check who is asking before you confirm even that somebody is here
        - Do not call out full names and reasons in the waiting room
        - Keep the signing-in sheet covered, one line at a time

        ## In e-mail
        - **Read the address before you send.** The computer offers the wrong Sarah
        - Use **Bcc** for groups of clients, so that they do not see each other
        - Put nothing in the subject line that you would not put on a postcard
        - Send a link to a file in our storage rather than the file

        ## Out and about
        - Take only the papers you need, in a closed bag, never left in a car overnight
        - Do not discuss people on the bus, not even by first name

        ## At the end
        Paper with names on it goes into the locked confidential bin and from there to the shredder. Photographs of clients are moved to the centre's storage and deleted from the camera on the same day.
      `),
    },
    {
      type: "Content",
      title: "Requests and mishaps",
      completion_option: "question",
      questions: [
        multipleChoice("You sent a list of clients to the wrong address. What is the first thing to do?", {
          "Wait and see whether they reply": false,
          "Tell the data protection contact now": true,
          "Delete it from your Sent folder": false,
          "Tell nobody: it was only a list": false,
        }),
      ],
      content: lesson(`
        # When somebody asks
        Anyone may ask for a copy of what we hold about them. It is called a **subject access request**, and it counts however it is made: by letter, by text, or over the washing-up. We have **one month** to answer.

        - Say: 'Thank you, I shall pass that on today.'
        - Write down the name, the date and what they asked for
        - Send it to the data protection contact at once. The clock is running
        - **Never alter or delete** anything after a request has been made: to hide something in this way is an offence

        People may also ask us to correct data, to erase it, or to stop using it. The answer is not always yes, but it is never yours to give alone.

        # When something goes astray
        A **breach** is any loss, destruction, alteration or disclosure that should not have happened: a lost diary, an e-mail to the wrong person, a locked-out file.

        1. **Tell** the data protection contact at once, at any hour.
        2. **Contain**: ask the wrong recipient to delete it and to confirm.
        3. **Write down** what, when, whose data, and how many people.

        If people could be harmed, we must report it to the Information Commissioner within **72 hours** of learning of it where feasible, and tell those people if the risk to them is high. Weekends count. Nobody at Northgate has been disciplined for an honest mistake told early.
      `),
    },
    {
      type: "Test",
      title: "Data protection check",
      questions: [
        fillTheGaps(
          "A subject access request is answered within [one month|one week|one year]. A serious breach is reported within [72 hours|24 hours|ten days].",
        ),
        matchThePairs("Match the principle with the habit.", {
          "Data minimisation": "Ask for the age group, not the date of birth",
          "Storage limitation": "Shred the list after the outing",
          Accuracy: "Correct a changed address today",
          Confidentiality: "Lock the screen when you get up",
        }),
        multipleChoice("Which of these are special category data? Tick all that apply.", {
          "A diagnosis": true,
          "A telephone number": false,
          "A person's religion": true,
          "A shoe size": false,
          "Membership of a trade union": true,
        }),
        multipleChoice("You write to twenty clients at once. Where do their addresses go?", {
          To: false,
          Cc: false,
          Bcc: true,
        }),
      ],
    },
  ],
};
