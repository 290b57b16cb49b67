import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

/** What a key can be limited to. */
export const scopes: { value: string; label: MessageDescriptor }[] = [
  { value: "users", label: msg`Users and groups` },
  { value: "courses", label: msg`Courses` },
  { value: "enrolments", label: msg`Enrolments` },
  { value: "reports", label: msg`Reports` },
  { value: "settings", label: msg`Settings` },
  { value: "read", label: msg`Reading` },
];
