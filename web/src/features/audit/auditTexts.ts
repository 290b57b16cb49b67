import { i18n } from "@lingui/core";
import { auditActions, auditSubjects } from "./auditActions.ts";

/** The kinds of subjects in the log. */
export const subjectTypes = Object.keys(auditSubjects);
export const subjectLabel = (type: string) =>
  Object.hasOwn(auditSubjects, type) ? i18n._(auditSubjects[type]!) : type;

/** Returns `user.created` as 'User created'; an unknown action in words as well as its code allows. */
export const actionLabel = (action: string) =>
  Object.hasOwn(auditActions, action) ? i18n._(auditActions[action]!) : action.replaceAll(/[._]/g, " ");
