import type { DemoCourse } from "../demo-course.ts";
import { lesson } from "../lesson.ts";
import { fillTheGaps, freeText, matchThePairs, multipleChoice, ordering } from "../questions.ts";

export const safeguardingEssentials: DemoCourse = {
  key: "safeguarding-essentials",
  title: "Safeguarding essentials",
  description:
    "How to notice that a child or an adult may be at risk, what to say when somebody tells you, and how to pass it on the same day. For everyone at Northgate, renewed each year.",
  category: "safeguarding",
  course_code: "NGT-101",
  price: 0,
  level: "Beginner",
  completion_rules: "all-units",
  completion_percentage: 100,
  certificate_type: "Safeguarding",
  prerequisites: [],
  branches: ["north", "south"],
  units: [
    {
      type: "Content",
      title: "What safeguarding means",
      content: lesson(`
        # Everyone's job, nobody's alone
        **Safeguarding** means protecting people's right to live in safety, free from abuse and neglect. You do not have to prove that something is wrong. You do not have to investigate. You have to **notice, listen, record and report**, and the rest of this course is about doing those four things well.

        ## Whom it protects
        - **Children**: everyone under 18, including a volunteer of 17
        - **Adults at risk**: adults who need care or support, who are experiencing or at risk of abuse or neglect, and who cannot protect themselves because of those needs

        ## Forms of harm
        For children, four forms are named: **physical abuse, emotional abuse, sexual abuse and neglect**. For adults, the guidance to the Care Act 2014 names ten, among them financial abuse, domestic abuse, modern slavery, self-neglect and organisational abuse. You will not need to recite them. Know that harm is not always a bruise: it can be a bank card held by somebody else, a door locked from outside, or a person who is never asked.

        ## Six principles for work with adults
        Empowerment, prevention, proportionality, protection, partnership and accountability. In plain words: ask the person what they want, act early, do no more than is needed, stand up for those who cannot, work with others, and be open about what you did.
      `),
    },
    {
      type: "Content",
      title: "Noticing the signs",
      completion_option: "time",
      time_limit: 30,
      content: lesson(`
        # Small changes, seen twice
        One sign alone rarely means much. What matters is **change** and **pattern**: something that is new, or that keeps coming back.

        ## What you may see
        - Injuries with no explanation, or with a different one each time
        - Clothes, weight or hygiene that get worse over some weeks
        - Somebody who goes quiet when one particular person comes in
        - A carer who answers every question for them
        - Unpaid bills or missing money where there used to be none
        - A child who is always hungry, or who is afraid to go home

        ## What you may feel
        'It is probably nothing' is the most common thought of people who noticed something. So is 'somebody must have reported it already'. Treat both as a nudge to write it down.

        ## What gets in the way
        We find it harder to believe ill of people we like, of colleagues, and of those who speak well. We may take a sign for a part of somebody's disability or culture. Ask yourself: **would I be worried if I saw this in another person?** If so, it counts here too.

        The [NSPCC](https://www.nspcc.org.uk/what-is-child-abuse/) describes the signs for children at more length, and [Ann Craft Trust](https://www.anncrafttrust.org/) those for adults.
      `),
    },
    {
      type: "Video",
      title: "Notice, listen, record, report",
      media: "notice-listen-report.webm",
      content: lesson(`
        The four steps in a quarter of a minute. Watch it twice: once for the words, once for the order. The path goes on after the last stone, because what you report is somebody else's beginning.
      `),
    },
    {
      type: "Content",
      title: "When somebody tells you",
      completion_option: "question",
      questions: [
        multipleChoice("A young person says: 'Promise you will not tell anyone.' What do you answer?", {
          "'I promise.'": false,
          "'I cannot promise that, but I will only tell people who need to know to keep you safe.'": true,
          "'Then please do not tell me.'": false,
          "'I shall have to ask your parents first.'": false,
        }),
      ],
      content: lesson(`
        # Listen more than you speak
        A person who tells you about harm has chosen you. How you listen decides whether they will tell anyone again.

        ## Do
        1. **Stay calm** and give them time. Silence is fine.
        2. **Take it seriously**: 'Thank you for telling me. It is not your fault.'
        3. **Be honest** that you cannot keep it secret, and say whom you will tell.
        4. **Ask only open questions**, and only as many as you need to know whether they are safe now. Remember TED: **Tell** me, **Explain** to me, **Describe** to me.
        5. **Write it down** as soon as you can, in their own words.

        ## Do not
        - Do not promise confidentiality
        - Do not ask 'why', and do not suggest names or answers
        - Do not examine injuries or take photographs of them
        - Do not speak to the person who is said to have done it
        - Do not ask them to repeat it to a colleague: once is hard enough

        ## Adults have a say
        An adult who can make the decision may not want you to report. Tell them honestly that you must share it with our safeguarding lead, and pass on what they wish to happen. Others may be at risk too, and the lead will weigh that, with advice from the local authority.
      `),
    },
    {
      type: "Content",
      title: "Record and report",
      content: lesson(`
        # The same day, before you go home
        A concern at Northgate reaches the **designated safeguarding lead** on the day you have it. If they cannot be reached, go to the deputy; if neither answers, to the shift lead. If somebody is in immediate danger, ring **999** first.

        ## A record that helps
        - **When and where** it happened, and who else was there
        - **What you saw**: 'a bruise the size of a coin on the left forearm', not 'she had been hit'
        - **What was said**, in the person's own words, with quotation marks
        - **What you did** and whom you told, with the time
        - Your **name, role and the date**

        Keep fact and opinion apart. If you add what you think, begin with 'I am worried because'.

        ## Afterwards
        The lead decides on the next step and may refer the matter to the local authority or the police. You may hear little more, because the details belong to the person concerned. You may always ask whether your report was acted on, and if you believe a person is still at risk, **report again**.

        ## A concern about one of us
        Allegations about staff or volunteers go to the safeguarding lead as well; those about the lead go to the chair of trustees. Never discuss them with the person first.
      `),
    },
    {
      type: "Test",
      title: "Safeguarding check",
      questions: [
        ordering("Put the four steps in order.", ["Notice", "Listen", "Record", "Report"]),
        multipleChoice("Which of these belong in a record? Tick all that apply.", {
          "The person's own words": true,
          "Your guess at who did it": false,
          "The time and the place": true,
          "What you did next": true,
          "Photographs of the injury on your phone": false,
        }),
        matchThePairs("Which question is open, and which one leads?", {
          "Tell me what happened.": "Open question",
          "Did your uncle do that?": "Leading question",
          "Why did you not run away?": "Blaming question",
        }),
        fillTheGaps(
          "You report a concern to the [designated safeguarding lead|person concerned|whole team] on the [same day|next working day|next supervision].",
        ),
        freeText(
          "A client tells you that her son keeps her bank card. In a sentence or two: what do you do with what she said?",
          { wanted: ["record", "report", "write", "lead", "tell"], unwanted: ["ask her son"] },
          3,
        ),
      ],
    },
  ],
};
