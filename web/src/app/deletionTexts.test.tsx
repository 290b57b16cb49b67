import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { DeleteBranchDialog } from "../features/branches/DeleteBranchDialog.tsx";
import { DeleteCourseDialog } from "../features/courses/DeleteCourseDialog.tsx";
import { DeleteGroupDialog } from "../features/groups/DeleteGroupDialog.tsx";
import { DeletePartDialog, type Doomed } from "../features/platform/DeletePartDialog.tsx";
import { DeleteUserDialog } from "../features/users/DeleteUserDialog.tsx";
import { render } from "../testing/render.tsx";

const allowed = vi.hoisted(() => new Set<string>());
vi.mock("./session.ts", () => ({ useViewer: () => ({ can: (action: string) => allowed.has(action) }) }));
vi.mock("./graphql.ts", async (importOriginal) => ({
  ...(await importOriginal<object>()),
  execute: () => new Promise(() => undefined),
}));

const close = () => undefined;
const dialogs: [string, ReactNode][] = [
  ["course", <DeleteCourseDialog key="" course={{ id: 1, title: "Ropes" }} onClose={close} />],
  ["branch", <DeleteBranchDialog key="" branch={{ id: 1, name: "North" }} onClose={close} />],
  ["group", <DeleteGroupDialog key="" group={{ id: 1, name: "Crew" }} onClose={close} />],
  ["user", <DeleteUserDialog key="" user={{ id: 1, first_name: "Ada", last_name: "Obi" }} onClose={close} />],
];

async function readDialog(dialog: ReactNode, actions: string[]): Promise<string> {
  allowed.clear();
  for (const action of actions) allowed.add(action);
  render(<QueryClientProvider client={new QueryClient()}>{dialog}</QueryClientProvider>);
  await screen.findByRole("alertdialog");
  return document.body.textContent;
}

test.each(dialogs)("tells a user who may restore a deleted %s that they can", async (kind, dialog) => {
  expect(await readDialog(dialog, ["deleted.restore"])).toContain(
    `Are you sure you want to delete this ${kind}? You can restore it for 30 days.`,
  );
});

test.each(dialogs)("tells a user without the permission who can restore a deleted %s", async (kind, dialog) => {
  expect(await readDialog(dialog, [])).toContain(
    `Are you sure you want to delete this ${kind}? An admin can restore it for 30 days.`,
  );
});

test.each<[Doomed["type"], string]>([
  ["user", "It can be restored for 30 days at the site of its instance"],
  ["course", "It can be restored for 30 days at the site of its instance"],
  ["branch", "It can be restored for 30 days at the site of its instance"],
  ["subscription", "This action cannot be undone."],
])("tells an operator whether a deleted %s can be restored", async (type, text) => {
  const doomed = { type, id: 1, name: "North" };
  expect(await readDialog(<DeletePartDialog doomed={doomed} onClose={close} />, ["instance.manage"])).toContain(text);
});
