import { t } from "../../i18n/message.ts";
import type { Message } from "../../i18n/message.ts";
import type { TestSettings } from "../courses/courses.service.ts";
import type { TestState } from "./test-attempts.queries.ts";

type Limits = Pick<TestSettings, "attempts_allowed" | "attempt_wait">;

/** Counts the attempts that are left; null without a limit. */
export function countLeft({ attempts_allowed }: Limits, { used, extra }: Pick<TestState, "used" | "extra">) {
  return attempts_allowed === null ? null : Math.max(0, attempts_allowed + extra - used);
}

/** Returns why a learner may not start an attempt now; null when they may. */
export function findReasonToWait(
  limits: Limits,
  state: Pick<TestState, "used" | "extra" | "seconds_since" | "is_waiting">,
): Message | null {
  if (state.is_waiting) return t`Your last attempt waits to be marked. You can try again after that.`;
  if (countLeft(limits, state) === 0) return t`You have no attempts left at this test.`;
  const { attempt_wait } = limits;
  if (attempt_wait === null || state.seconds_since === null || state.seconds_since >= attempt_wait) return null;
  const minutes = Math.ceil((attempt_wait - state.seconds_since) / 60);
  return t`Minutes until you can try this test again: ${minutes}.`;
}
