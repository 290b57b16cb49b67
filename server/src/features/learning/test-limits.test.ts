import { expect, test } from "vitest";
import type { MessageWithValues } from "../../i18n/message.ts";
import { countLeft, findReasonToWait } from "./test-limits.ts";

const limits = { attempts_allowed: 3, attempt_wait: 600 };
const state = { used: 1, extra: 0, seconds_since: 600, is_waiting: false };

test.each([
  ["any number without a limit", { attempts_allowed: null }, { used: 9, extra: 1 }, null],
  ["the number less those used", { attempts_allowed: 3 }, { used: 1, extra: 0 }, 2],
  ["those that are allowed beyond the number too", { attempts_allowed: 3 }, { used: 4, extra: 2 }, 1],
  ["none where the number was lowered since", { attempts_allowed: 1 }, { used: 3, extra: 0 }, 0],
])("the attempts that are left at a test are %s", (_, settings, used, left) => {
  expect(countLeft({ attempt_wait: null, ...settings }, used)).toBe(left);
});

test.each([
  ["after the wait, to the second", {}, {}, null],
  ["at once without a wait", { attempt_wait: null }, { seconds_since: 0 }, null],
  ["at once before the first attempt", {}, { seconds_since: null }, null],
  ["not a second before the wait is over", {}, { seconds_since: 599 }, [1]],
  ["not before the wait is over, in whole minutes", {}, { seconds_since: 479 }, [3]],
  [
    "not while an attempt waits to be marked",
    {},
    { is_waiting: true },
    "Your last attempt waits to be marked. You can try again after that.",
  ],
  ["not without attempts left", {}, { used: 3 }, "You have no attempts left at this test."],
])("a test can be tried again %s", (_, settings, more, reason) => {
  const given = findReasonToWait({ ...limits, ...settings }, { ...state, ...more });
  expect(Array.isArray(reason) ? (given as MessageWithValues).values : given).toEqual(reason);
});
