import { parseDuration } from "../../app/duration.ts";

type Row = {
  completedLearners: number;
  learnersInProgress: number;
  learnersNotStarted: number;
  /** 'Xh Ym Zs' */
  trainingTime: string;
};

/** The sums over a list of courses; `seconds` is their training time. */
export function courseTotals(rows: Row[]) {
  const sum = (value: (row: Row) => number) => rows.reduce((total, row) => total + value(row), 0);
  const completed = sum((row) => row.completedLearners);
  const inProgress = sum((row) => row.learnersInProgress);
  const notStarted = sum((row) => row.learnersNotStarted);
  return {
    courses: rows.length,
    completed,
    inProgress,
    notStarted,
    completionRate: completionRate(completed, completed + inProgress + notStarted),
    seconds: sum((row) => parseDuration(row.trainingTime)),
  };
}

/** Percent with two decimals; '0.0' of nothing. */
const completionRate = (completed: number, all: number) => (all === 0 ? "0.0" : ((completed / all) * 100).toFixed(2));
