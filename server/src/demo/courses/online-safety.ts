import type { DemoCourse } from "../demo-course.ts";
import { lesson } from "../lesson.ts";
import { fillTheGaps, freeText, matchThePairs, multipleChoice } from "../questions.ts";

export const onlineSafety: DemoCourse = {
  key: "online-safety",
  title: "Online safety for staff",
  description:
    "Passwords that hold, messages that are not what they seem, and where the line runs between your own online life and the people you support.",
  category: "data-and-technology",
  course_code: "NGT-140",
  price: 0,
  level: "Beginner",
  completion_rules: "all-units",
  completion_percentage: 100,
  certificate_type: "SaferInternetDay",
  prerequisites: [],
  branches: ["north", "south"],
  units: [
    {
      type: "Content",
      title: "Passwords that hold",
      content: lesson(`
        # Long beats clever
        An attacker's computer tries the clever tricks first: a capital at the front, a digit and an exclamation mark at the end, a 3 for an e. What it cannot do quickly is guess something **long**.

        ## Three random words
        The [National Cyber Security Centre](https://www.ncsc.gov.uk/) recommends three random words, such as a lamp, a river and a biscuit that have nothing to do with each other or with you. Not your pet, your team or your street: those are on your social media.

        ## The rules at Northgate
        - **A different password for work** from any you use at home
        - **Two-step verification** wherever it is offered, and always for e-mail. Whoever reads your e-mail can reset everything else
        - **A password manager** for the rest. Writing passwords on paper at home is better than using one for everything; writing them on a note under the keyboard is not
        - **Never share** a login, not even with your manager, not even for a day. If a colleague needs access, ask for an account

        ## Locking
        Lock the screen when you get up: Windows and L, or Control, Command and Q on a Mac. Phones lock by themselves after a minute, and open with a code of six digits or your finger.

        If you think somebody knows your password, **change it first and tell us second**. Nobody is blamed for telling.
      `),
    },
    {
      type: "Content",
      title: "Messages that are not what they seem",
      completion_option: "question",
      questions: [
        multipleChoice(
          "The director e-mails you from an unknown address and asks for gift cards by noon. What do you do?",
          {
            "Buy them: it is the director": false,
            "Reply and ask whether it is really them": false,
            "Ring the director on the number you know, and report the message": true,
            "Delete it and say nothing": false,
          },
        ),
      ],
      content: lesson(`
        # How phishing works
        A phishing message borrows a name you trust, adds **pressure**, and gives you one easy thing to click. The pressure is the tell: good senders seldom mind if you take ten minutes.

        ## Look for
        - **Authority**: it claims to be a bank, a manager, the tax office
        - **Urgency**: 'within 24 hours', 'your account will be closed'
        - **Emotion**: fear, hope, curiosity, sympathy
        - **Scarcity**: a place, a refund, a parcel you may lose
        - **The season**: tax returns in January, parcels in December

        Spelling mistakes used to give them away. They no longer do.

        ## What to do
        1. **Do not click, reply or ring the number in the message.**
        2. Check by another way: type the address yourself, or ring the number on the back of the card.
        3. Forward suspicious e-mails to **report@phishing.gov.uk** and texts to **7726**, and tell the IT desk if it came to your work address.
        4. If you did click, say so at once. In the first hour a password can be changed and a payment often stopped.

        ## Attachments and codes
        Do not open attachments you did not expect, even from people you know: ask them first. **Never read a sign-in code to anyone**, whoever rings and however kind they sound.
      `),
    },
    {
      type: "Content",
      title: "You, online",
      completion_option: "time",
      time_limit: 20,
      content: lesson(`
        # Two lives, one line
        You may have whatever online life you like. The people you support may look for it, and so may journalists, parents and future employers. A few habits keep the two apart.

        ## Boundaries
        - **No friend requests** to or from people we support, their families, or young volunteers. If you knew each other before, tell your manager, and it will be noted
        - **No private messaging.** Use the work phone or the centre's account, so that there is a record which protects both of you
        - **No photographs** of people we support on your own phone. With consent, use the centre's camera
        - **No names, no details**, and no 'you will never guess what happened today', not even in a closed group

        ## Your settings
        Once a year, look at your accounts as a stranger would. Who can see your friends, your birthday, where you were tagged? Turn off location in photographs taken at work.

        ## When something upsets you
        If you come across sexual images of children, do not save, share or copy them, not even as evidence. Leave it on the screen, tell the safeguarding lead, and report to the [Internet Watch Foundation](https://www.iwf.org.uk/). If a young person is being pressed for pictures, [Report Remove](https://www.childline.org.uk/info-advice/bullying-abuse-safety/online-mobile-safety/report-remove/) can help to have them taken down.
      `),
    },
    {
      type: "Test",
      title: "Spot it, stop it",
      questions: [
        matchThePairs("Which trick is at work?", {
          "'Your account closes at midnight.'": "Urgency",
          "'This is the tax office.'": "Authority",
          "'Only three refunds are left.'": "Scarcity",
        }),
        fillTheGaps(
          "Forward suspicious texts to [7726|999|101] and use [three random words|your pet's name|one password everywhere] for a password.",
        ),
        multipleChoice("A parent of a child at the holiday club sends you a friend request. What do you do?", {
          "Accept, but hide your photographs": false,
          "Decline, and tell your manager": true,
          "Accept after the holiday club has ended": false,
        }),
        freeText(
          "You clicked a link and typed your work password. What are the first two things you do?",
          { wanted: ["change", "tell", "report", "IT desk"] },
          2,
        ),
      ],
    },
  ],
};
