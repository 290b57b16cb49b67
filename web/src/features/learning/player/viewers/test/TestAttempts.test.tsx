import { QueryClientProvider } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, test, vi } from "vitest";
import { queryClient } from "../../../../../app/queryClient.ts";
import { pretendBrowser } from "../../../../../testing/browser.ts";
import { render } from "../../../../../testing/render.tsx";
import { pretendServer } from "../../../../../testing/server.ts";
import type { PlayerSession } from "../../session.ts";
import type { Test, TestUnit } from "./attempt.ts";
import { TestAttempts } from "./TestAttempts.tsx";

beforeEach(() => {
  pretendBrowser();
  queryClient.clear();
});
afterEach(() => void vi.unstubAllGlobals());

test("says that the attempts could not be loaded, and loads them when it is asked to", async () => {
  let isDown = true;
  const submitted_at = "2026-11-20T10:00:00Z";
  const attempt = { id: 1, number: 1, submitted_at, score: 40, pass_mark: 80, is_passed: false, review: null };
  pretendServer(() => (isDown ? "unreachable" : { json: { data: { course: null, testAttempts: [attempt] } } }));
  const taken = { questions: 2, attempts_used: 1, attempts_left: 1, seconds_to_wait: 0, is_passed: false, open: null };
  render(
    <QueryClientProvider client={queryClient}>
      <TestAttempts
        courseId={4}
        unit={{ __typename: "TestUnitType", id: 9, tests: [] } as unknown as TestUnit}
        test={taken as unknown as Test}
        answers={{ entries: {}, unsaved: 0, hasSaved: false }}
        session={{ mode: "player" } as PlayerSession}
        advance={{ start: () => {}, isPending: false }}
      />
    </QueryClientProvider>,
  );
  await screen.findByText("Your attempts could not be loaded.");
  isDown = false;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("You did not pass: 40%.");
});
