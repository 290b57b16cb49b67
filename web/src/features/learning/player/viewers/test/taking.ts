import type { QueryClient } from "@tanstack/react-query";
import { execute } from "../../../../../app/graphql.ts";
import { StartTestAttempt } from "../../../test/attempt.documents.ts";
import { markComplete, unitQuery } from "../../courseQuery.ts";
import type { Attempt } from "./attempt.ts";
import { MyTestAttempts, SubmitTestAttempt } from "./attempts.documents.ts";

/** What a test that is taken in attempts asks of the server; an author's preview answers it without storing anything. */
export type TestTaking = {
  start: () => Promise<unknown>;
  submit: (attemptId: number) => Promise<unknown>;
  /** Lists the attempts, the latest first, and marks what they complete. */
  list: () => Promise<Attempt[]>;
  /** Shows the test as it is after a start or a submission. */
  reload: () => Promise<void>;
  /** Ends the open attempt, whose time is over. */
  endTime: (attemptId: number) => Promise<unknown>;
};

/** Takes a test on the server, which stores the attempts and keeps the time. */
export function takeOnServer(queries: QueryClient, courseId: number, unitId: number): TestTaking {
  const place = { course_id: courseId, unit_id: unitId };
  const reload = () => queries.refetchQueries({ queryKey: unitQuery(courseId, unitId).queryKey, exact: true });
  return {
    start: () => execute(StartTestAttempt, place),
    submit: (attempt_id) => execute(SubmitTestAttempt, { ...place, attempt_id }),
    async list() {
      const { course, testAttempts } = await execute(MyTestAttempts, place);
      const isDone = course?.units.some(({ id, is_complete }) => id === unitId && is_complete);
      if (isDone) markComplete(queries, courseId, { unitId, isWhole: course!.is_complete, mode: "player" });
      return testAttempts;
    },
    reload,
    // The server submits it by its own clock.
    endTime: async () => {},
  };
}
