import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { pretendBrowser } from "../testing/browser.ts";
import { render } from "../testing/render.tsx";
import { Picker } from "./Picker.tsx";

const people = [
  { id: 1, label: "Amara Okafor" },
  { id: 2, label: "Louis Mbeki" },
];

const added = vi.fn();

function People() {
  const [search, setSearch] = useState("");
  const items = people.filter((person) => person.label.includes(search));
  return (
    <Picker
      open
      onClose={() => {}}
      title="Add users"
      searchLabel="Search users"
      search={search}
      onSearch={setSearch}
      items={items}
      onAdd={added}
    />
  );
}

beforeEach(() => {
  pretendBrowser();
  added.mockClear();
});

test("Picker disables Add without a selection, and never Cancel", async () => {
  render(<People />);
  const button = (name: RegExp) => screen.getByRole("button", { name });
  expect(button(/^Add/)).toHaveProperty("disabled", true);
  expect(button(/^Cancel/)).toHaveProperty("disabled", false);
  await userEvent.click(screen.getByRole("checkbox", { name: "Amara Okafor" }));
  expect(button(/^Add/)).toHaveProperty("disabled", false);
  expect(button(/^Cancel/)).toHaveProperty("disabled", false);
});

test("Picker keeps the selection while the search changes, and adds all of it", async () => {
  render(<People />);
  await userEvent.click(screen.getByRole("checkbox", { name: "Amara Okafor" }));
  await userEvent.type(screen.getByRole("searchbox", { name: "Search users" }), "Louis");
  await expect.poll(() => screen.queryByRole("checkbox", { name: "Amara Okafor" })).toBeNull();
  await userEvent.click(screen.getByRole("checkbox", { name: "Louis Mbeki" }));
  await userEvent.click(screen.getByRole("button", { name: /^Add/ }));
  expect(added).toHaveBeenCalledWith([1, 2]);
});

test("Picker says when a search finds nothing", async () => {
  render(<People />);
  await userEvent.type(screen.getByRole("searchbox", { name: "Search users" }), "Nobody");
  expect(await screen.findByText("No results found.")).toBeDefined();
});
