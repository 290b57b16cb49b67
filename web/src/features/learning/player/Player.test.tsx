import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { render } from "../../../testing/render.tsx";
import { Player } from "./Player.tsx";
import type { PlayerSession } from "./session.ts";
import type { OutlineUnit, PlayerCourse } from "./units.ts";

const server = vi.hoisted(() => ({ read: async (): Promise<unknown> => null }));
const queued = vi.hoisted(() => ({ openCourses: new Set<unknown>() }));
vi.mock("@tanstack/react-router", () => ({ useNavigate: () => async () => undefined }));
vi.mock("../../../app/AccountButton.tsx", () => ({ AccountButton: () => null }));
vi.mock("../../../app/Organisation.tsx", () => ({ Organisation: () => null }));
vi.mock("../../../app/queuedAnswers.ts", () => ({
  useQueuedAnswers: (course: unknown) => void queued.openCourses.add(course),
}));
vi.mock("./CourseMenu.tsx", () => ({ CourseMenu: () => null }));
vi.mock("./UnitPage.tsx", () => ({ UnitPage: ({ unit }: { unit: { title: string } }) => <h1>{unit.title}</h1> }));
vi.mock("./courseQuery.ts", () => ({
  unitQuery: () => ({ queryKey: ["unit"], queryFn: () => server.read(), retry: false }),
}));

const course = { id: 4, title: "Ropes", units: [{ id: 5, unit_order: 1, is_complete: false } as OutlineUnit] };
const nothing = () => undefined;
const session = {
  mode: "player",
  sheet: { start: nothing, stop: nothing },
  preload: async () => undefined,
  hold: nothing,
};
const unreachable = async () => {
  throw new Error("The server could not be reached.");
};

/** Shows what went wrong when the unit was read last. */
function Failure() {
  const { error } = useQuery({ queryKey: ["unit"], queryFn: () => server.read(), retry: false });
  return <p>{error?.message}</p>;
}

function show() {
  const queries = new QueryClient();
  render(
    <QueryClientProvider client={queries}>
      <Player
        course={course as unknown as PlayerCourse}
        unitOrder={1}
        openSession={() => session as unknown as PlayerSession}
      />
      <Failure />
    </QueryClientProvider>,
  );
  return queries;
}

test("Player keeps the unit that is shown when it cannot be read again", async () => {
  server.read = async () => ({ unit: { id: 5, title: "Knots" }, responses: [] });
  const queries = show();
  await screen.findByRole("heading", { name: "Knots" });
  server.read = unreachable;
  await queries.refetchQueries({ queryKey: ["unit"] });
  await screen.findByText("The server could not be reached.");
  expect(screen.getByRole("heading", { name: "Knots" })).toBeTruthy();
  expect(screen.queryByText("The unit could not be loaded.")).toBeNull();
});

test("Player says so when a unit could not be loaded", async () => {
  server.read = unreachable;
  show();
  expect(await screen.findByText("The unit could not be loaded.")).toBeTruthy();
});

test("Player sends what waits on this device, and names the course that is open", () => {
  queued.openCourses.clear();
  server.read = async () => ({ unit: { id: 5, title: "Knots" }, responses: [] });
  show();
  expect([...queued.openCourses]).toEqual([4]);
});
