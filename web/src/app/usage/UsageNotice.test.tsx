import { QueryClientProvider } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, test } from "vitest";
import { pretendServer } from "../../testing/server.ts";
import { render } from "../../testing/render.tsx";
import { queryClient } from "../queryClient.ts";
import { LicenceNotice, StorageNotice } from "./UsageNotice.tsx";

beforeEach(() => queryClient.clear());

const show = (notice: ReactNode) => render(<QueryClientProvider client={queryClient}>{notice}</QueryClientProvider>);
const GB = 1024 ** 3;

test.each([
  ["near", 19, "19 of 20 licences are in use."],
  ["reached", 20, "All 20 licences are in use. Deactivate or delete a user first, or ask for more licences."],
])("LicenceNotice warns when the limit is %s", async (state, used, text) => {
  pretendServer(() => ({ json: { data: { licenceUsage: { used, limit: 20, state } } } }));
  show(<LicenceNotice />);
  expect((await screen.findByRole("status")).textContent).toBe(text);
});

test.each([
  ["near", 9.5 * GB, "9.5 GB of 10 GB storage are in use."],
  ["reached", 10 * GB, "The storage of 10 GB is full. Files cannot be uploaded until an administrator makes room."],
])("StorageNotice warns when the limit is %s", async (state, used, text) => {
  pretendServer(() => ({ json: { data: { storageUsage: { used, limit: 10 * GB, state } } } }));
  show(<StorageNotice />);
  expect((await screen.findByRole("status")).textContent).toBe(text);
});

test("LicenceNotice is empty while there are enough licences", async () => {
  const calls = pretendServer(() => ({ json: { data: { licenceUsage: { used: 1, limit: 20, state: "free" } } } }));
  show(<LicenceNotice />);
  await expect.poll(() => calls.length).toBe(1);
  expect(screen.queryByRole("status")).toBe(null);
});
