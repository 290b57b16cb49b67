/** The kinds of activity; their texts are created when the log is read. */
export const KINDS = [
  "signed_in",
  "enrolled",
  "started",
  "unit_completed",
  "answered",
  "submitted",
  "accepted",
  "acceptance_withdrawn",
  "returned",
  "essay_marked",
  "course_completed",
  "started_again",
  "recertified",
  "certificate_issued",
  "password_changed",
  "second_factor_on",
  "second_factor_off",
  "passkey_added",
  "passkey_removed",
  "signed_out_device",
] as const;
export type ActivityKind = (typeof KINDS)[number];
