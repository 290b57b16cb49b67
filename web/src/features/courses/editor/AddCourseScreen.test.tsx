import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { viewerQuery, type Viewer } from "../../../app/session.ts";
import { pretendBrowser } from "../../../testing/browser.ts";
import { renderInRouter } from "../../../testing/render.tsx";
import { aViewer, pretendServer } from "../../../testing/server.ts";
import { AddCourseScreen } from "./AddCourseScreen.tsx";
import type { UnsavedWork } from "./draftReducer.ts";
import type { StoredWork } from "./storedWork.ts";

const stored: { work: StoredWork | null } = { work: null };
vi.mock("./storedWork.ts", async (original) => ({
  ...(await original<object>()),
  readWork: () => Promise.resolve(stored.work),
  storeWork: async (_: string, __: string, work: UnsavedWork) => void (stored.work = { ...work, keptAt: Date.now() }),
  takeOffer: () => {},
  deleteWork: async () => void (stored.work = null),
}));

/** The keys of the calls that create a course; no call is answered. */
const keys: unknown[] = [];

beforeEach(() => {
  pretendBrowser();
  Element.prototype.scrollIntoView = () => {};
  stored.work = null;
  keys.length = 0;
  pretendServer(({ body: { query = "", variables } }) => {
    if (!query.includes("mutation CreateCourse(")) return { json: { data: {} } };
    keys.push(variables!["creation_key"]);
    return "unreachable";
  });
});
afterEach(() => void vi.unstubAllGlobals());

async function open() {
  const client = new QueryClient();
  client.setQueryData(viewerQuery.queryKey, aViewer("instructor", ["course.author"]) as Viewer);
  await renderInRouter(
    <QueryClientProvider client={client}>
      <AddCourseScreen />
    </QueryClientProvider>,
  );
  return userEvent.setup();
}
const press = (user: ReturnType<typeof userEvent.setup>, name: string) =>
  screen.findByRole("button", { name }).then((button) => user.click(button));

test("sends the same key with each save of a new course, and another key for another course", async () => {
  const user = await open();
  await user.type(screen.getByLabelText(/^Title/), "Ropes");
  for (const times of [1, 2]) {
    await press(user, "Save draft");
    await vi.waitFor(() => expect(keys.length).toBe(times));
    await screen.findAllByRole("alert");
  }
  expect(keys[0]).toMatch(/^[\w-]{1,64}$/);
  expect(keys[1]).toBe(keys[0]);
  cleanup();
  const other = await open();
  await press(other, "Save draft");
  await vi.waitFor(() => expect(keys.length).toBe(3));
  expect(keys[2]).not.toBe(keys[0]);
});

test("sends the key of stored work that is restored", async () => {
  const first = await open();
  await first.type(screen.getByLabelText(/^Title/), "Ropes");
  await vi.waitFor(() => expect(stored.work?.creationKey).toBeDefined());
  const { creationKey } = stored.work!;
  cleanup();
  const again = await open();
  await press(again, "Restore");
  await press(again, "Save draft");
  await vi.waitFor(() => expect(keys).toEqual([creationKey]));
});
