import { type Message, t } from "../../i18n/message.ts";

/** What the figures of reports mean. The screens show them beside headings and cards. */
export const EXPLANATIONS = {
  completionRate: t`Completed courses in percent of all assigned ones; each person counts once for each of their courses.`,
  averageProgress: t`The average of how far the person is in each course: complete units in percent of all its units.`,
  completed: t`The learner has met the completion rule of the course. It stays completed when units are added later.`,
  inProgress: t`At least one unit is complete, and the course is not.`,
  notStarted: t`No unit of the course is complete yet.`,
  assigned: t`Everybody who is enrolled, by themselves, by another user or through a group, and is not deleted.`,
  courses: t`Published courses, and drafts and archived courses with learners.`,
  time: t`The time for which units were open in front of the person, all people and units added up.`,
  activity: t`How many people were assigned the course and how many completed it, week by week from Monday.`,
  weeklyTime: t`The average time of those who learned in that week.`,
  progress: t`Complete units in percent of all units of the course; 100 only when every unit is complete.`,
  due: t`The day by which the course is to be completed, in the time zone of the organisation. Completed courses are not overdue.`,
  timeOfOne: t`The time for which units of the course were open in front of the person.`,
  distribution: t`Everybody who is enrolled, once: completed, in progress with at least one complete unit, or not started.`,
  status: t`The courses of this person: completed, in progress with at least one complete unit, or not started.`,
  answered: t`How many people have answered the question. While someone tries again, their answer before counts.`,
  correct: t`How many of them are correct by their latest answer.`,
  tries: t`How often the question was answered in total.`,
  compliant: t`Completed, and the certificate is valid today. Someone who takes the course again stays compliant until it expires.`,
  stillDue: t`Not completed yet, and not overdue: the due date is still to come, or there is none.`,
  overdue: t`Not completed, and the due date has passed.`,
  expired: t`Completed once, but the certificate has expired or was revoked.`,
} as const satisfies Record<string, Message>;
