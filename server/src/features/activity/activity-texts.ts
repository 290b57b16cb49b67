import { type Message, type MessageWithValues, phrase, t } from "../../i18n/message.ts";
import type { ActivityKind } from "./activity-kinds.ts";

/** The values of an entry's text. */
export interface Details {
  course: string | null;
  unit: string | null;
  /** Who did it, if it was another user. */
  by: string | null;
}

/** Returns the text of an activity entry. */
export function describeActivity(kind: string, details: Details): Message {
  if (!Object.hasOwn(TEXTS, kind)) return kind;
  const message = TEXTS[kind as ActivityKind]({ course: details.course || "…", unit: details.unit || "…" });
  return details.by ? t`${message} (by ${details.by})` : message;
}

/** A title that is missing or purged is three dots. */
const TEXTS: Record<ActivityKind, (titles: { course: string; unit: string }) => MessageWithValues> = {
  signed_in: () => phrase`Signed in`,
  enrolled: ({ course }) => t`Enrolled in '${course}'`,
  started: ({ course }) => t`Started '${course}'`,
  started_again: ({ course }) => t`Started '${course}' again`,
  progress_reset: ({ course }) => t`Had the progress in '${course}' reset`,
  recertified: ({ course }) => t`Was to take '${course}' again, because its certificate expires`,
  unit_completed: ({ course, unit }) => t`Completed the unit '${unit}' of '${course}'`,
  answered: ({ course, unit }) => t`Answered a question in '${unit}' of '${course}'`,
  submitted: ({ course, unit }) => t`Handed in '${unit}' of '${course}'`,
  accepted: ({ course, unit }) => t`Had '${unit}' of '${course}' accepted`,
  acceptance_withdrawn: ({ course, unit }) => t`Had the acceptance of '${unit}' of '${course}' withdrawn`,
  returned: ({ course, unit }) => t`Had '${unit}' of '${course}' returned`,
  essay_marked: ({ course, unit }) => t`Had an essay in '${unit}' of '${course}' marked`,
  course_completed: ({ course }) => t`Completed '${course}'`,
  certificate_issued: ({ course }) => t`Received the certificate for '${course}'`,
  password_changed: () => phrase`Changed the password`,
  second_factor_on: () => phrase`Added a second factor`,
  second_factor_off: () => phrase`Removed the second factor`,
  passkey_added: () => phrase`Added a passkey`,
  passkey_removed: () => phrase`Removed a passkey`,
  signed_out_device: () => phrase`Signed out other devices`,
};
