import { QueryClientProvider } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { StrictMode } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "../../../app/queryClient.ts";
import { pretendBrowser } from "../../../testing/browser.ts";
import { renderInRouter } from "../../../testing/render.tsx";
import { courseQuery } from "./courseQuery.ts";
import type { Recorded } from "./reporter.ts";
import type { PlayerSession } from "./session.ts";
import { type PlayerCourse, toPlayerCourse, type Unit } from "./units.ts";
import { useAdvance } from "./useAdvance.ts";

beforeEach(() => {
  pretendBrowser();
  // The router of the tests has no player.
  vi.spyOn(console, "warn").mockImplementation(() => {});
  queryClient.clear();
});

const outline = [1, 2].map((id) => ({ id, typename: "Content", unit_order: id, is_complete: false }));
const course = toPlayerCourse({ id: 8, is_complete: false, units: outline } as never, { id: 1, isStarted: true });

/** Shows the button 'Next' of the first of two units, and returns what lets the server answer. */
async function showNext() {
  let answer!: (recorded: Recorded) => void;
  const complete = () => new Promise<Recorded>((resolve) => (answer = resolve));
  const session = {
    mode: "player",
    timekeeper: { get: () => ({ spent: 0, credited: 0 }) },
    sheet: { get: () => ({ entries: {}, unsaved: 0 }), flush: async () => {} },
    complete,
  } as unknown as PlayerSession;
  queryClient.setQueryData(courseQuery(8).queryKey, course);
  const unit = { ...course.units[0]!, tests: [] } as unknown as Unit;
  const router = await renderInRouter(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Next course={course} unit={unit} session={session} />
      </QueryClientProvider>
    </StrictMode>,
  );
  await userEvent.click(screen.getByRole("button"));
  await vi.waitFor(() => expect(answer).toBeDefined());
  return {
    router,
    answer: () =>
      answer({ time_spent: 0, answers: [], completion: { course_complete: false }, refusal: null } as Recorded),
    isComplete: () => queryClient.getQueryData(courseQuery(8).queryKey)?.units[0]?.is_complete,
  };
}

function Next(props: { course: PlayerCourse; unit: Unit; session: PlayerSession }) {
  const { start } = useAdvance(props);
  return <button onClick={start} />;
}

test("'Next' opens the next unit", async () => {
  const { router, answer } = await showNext();
  answer();
  await expect.poll(() => router.state.location.pathname).toBe("/learner/course/8/unit/2");
});

test("'Next' marks the unit, and stays where the learner has gone meanwhile", async () => {
  const { router, answer, isComplete } = await showNext();
  await router.navigate({ to: "/dashboard" });
  answer();
  await expect.poll(isComplete).toBe(true);
  await expect.poll(() => router.state.status).toBe("idle");
  expect(router.state.location.pathname).toBe("/dashboard");
});
