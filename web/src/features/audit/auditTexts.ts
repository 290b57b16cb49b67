import { i18n } from "@lingui/core";
import { auditActions, auditSubjects } from "./auditActions.ts";

/** The kinds of subjects in the log. */
export const subjectTypes = Object.keys(auditSubjects);
export const subjectLabel = (type: string) =>
  Object.hasOwn(auditSubjects, type) ? i18n._(auditSubjects[type]!) : type;

/** Returns the name of a row's subject: its own, or that of its kind for the one question bank, in the reader's language. */
export const subjectName = ({ subject_type, subject_name }: { subject_type: string; subject_name: string }) =>
  subject_type === "question_bank" ? subjectLabel(subject_type) : subject_name;

/** Returns `user.created` as 'User created'; an unknown action in words as well as its code allows. */
export const actionLabel = (action: string) =>
  Object.hasOwn(auditActions, action) ? i18n._(auditActions[action]!) : action.replaceAll(/[._]/g, " ");
