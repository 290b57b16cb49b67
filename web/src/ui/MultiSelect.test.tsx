import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, test } from "vitest";
import { pretendBrowser } from "../testing/browser.ts";
import { render } from "../testing/render.tsx";
import { MultiSelect } from "./MultiSelect.tsx";

beforeEach(() => pretendBrowser());

function Groups({ initial = [] }: { initial?: number[] }) {
  const [value, setValue] = useState(initial);
  const options = [
    { id: 1, label: "Nurses" },
    { id: 2, label: "Doctors" },
  ];
  return <MultiSelect label="Groups" options={options} value={value} onChange={setValue} />;
}

test("MultiSelect keeps its choices when Escape is pressed on the open and on the closed list", async () => {
  render(<Groups initial={[1, 2]} />);
  await userEvent.click(screen.getByRole("combobox", { name: "Groups" }));
  expect(await screen.findByRole("option", { name: "Nurses" })).toBeDefined();
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => screen.queryByRole("option")).toBeNull();
  await userEvent.keyboard("{Escape}");
  expect(screen.getByRole("button", { name: "Remove Nurses" })).toBeDefined();
  expect(screen.getByRole("button", { name: "Remove Doctors" })).toBeDefined();
});

test("MultiSelect shows a placeholder, searches in its list, and adds and removes choices", async () => {
  render(<Groups />);
  const select = screen.getByRole("combobox", { name: "Groups" });
  expect(select.textContent).toBe("Choose...");
  await userEvent.click(select);
  await userEvent.type(await screen.findByPlaceholderText("Search..."), "doc");
  await expect.poll(() => screen.queryByRole("option", { name: "Nurses" })).toBeNull();
  await userEvent.click(screen.getByRole("option", { name: "Doctors" }));
  await userEvent.click(await screen.findByRole("button", { name: "Remove Doctors" }));
  expect(screen.queryByRole("button", { name: "Remove Doctors" })).toBeNull();
});
