import { expect, test } from "vitest";
import { courseTotals } from "./courseTotals.ts";

const row = (
  completedLearners: number,
  learnersInProgress: number,
  learnersNotStarted: number,
  trainingTime: string,
) => ({
  completedLearners,
  learnersInProgress,
  learnersNotStarted,
  trainingTime,
});

test("the completion rate is completed of all three states, with two decimals", () => {
  expect(courseTotals([row(1, 2, 19, "1h 2m 5s"), row(5, 10, 7, "5h 17m 40s")]).completionRate).toBe("13.64");
  expect(courseTotals([row(3, 0, 0, "0h 0m 0s")]).completionRate).toBe("100.00");
});

test("without anybody the completion rate is 0.0", () => {
  expect(courseTotals([]).completionRate).toBe("0.0");
  expect(courseTotals([row(0, 0, 0, "0h 0m 0s")]).completionRate).toBe("0.0");
});

test("counts and training times are summed over the courses listed", () => {
  expect(courseTotals([row(1, 2, 19, "1h 59m 59s"), row(5, 10, 7, "0h 0m 2s")])).toMatchObject({
    courses: 2,
    completed: 6,
    inProgress: 12,
    notStarted: 26,
    seconds: 7201,
  });
});
