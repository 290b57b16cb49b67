import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { render } from "../../testing/render.tsx";
import { pretendServer } from "../../testing/server.ts";
import { KeepNote } from "./KeepNote.tsx";

const nothing = { ends: 0, keeps: 0, keeps_self: 0, keeps_person: 0, keeps_group: 0 };

function show(removal: Partial<typeof nothing>, of: { userId?: number; courseId?: number } = {}) {
  const calls = pretendServer(() => ({ json: { data: { groupRemoval: { ...nothing, ...removal } } } }));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <p data-testid="note">
        <KeepNote groupId={4} {...of} />
      </p>
    </QueryClientProvider>,
  );
  return calls;
}

test("says how many users keep a course, and why", async () => {
  const calls = show({ ends: 1, keeps: 3, keeps_self: 2, keeps_group: 1 }, { courseId: 7 });
  await screen.findByText(
    /3 people keep it because they enrolled themselves or another group or a learning path of theirs has it\./,
  );
  expect(screen.getByTestId("note").textContent).toContain("1 enrolment ends.");
  expect(calls[0]!.body.variables).toMatchObject({ group_id: 4, course_id: 7 });
});

test("says how many courses a user keeps", async () => {
  show({ keeps: 1, keeps_person: 1 }, { userId: 9 });
  await screen.findByText(/They keep 1 course because it was assigned to them directly\./);
});

test("says nothing when nothing is lost or kept", async () => {
  const calls = show({});
  await expect.poll(() => calls.length).toBe(1);
  expect(screen.getByTestId("note").textContent).toBe("");
});
