import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pretendBrowser } from "../../testing/browser.ts";
import { render } from "../../testing/render.tsx";
import { DataTable, type DataTableProps } from "./DataTable.tsx";
import { MinorLine } from "./MinorLine.tsx";
import type { TableQuery } from "./tableQuery.ts";

type Person = { id: number; name: string; courses: number };

const people = Array.from({ length: 10 }, (_, i) => ({ id: i + 1, name: `Person ${i + 1}`, courses: i }));
const asked: TableQuery[] = [];

function Table(props: Partial<DataTableProps<Person>>) {
  const [query, setQuery] = useState<TableQuery>({ page: 1, pageSize: 10, search: "", sort: null });
  return (
    <DataTable
      label="People"
      searchLabel="Search people"
      columns={[
        { key: "name", header: "Name", cell: (person) => person.name, sortable: true },
        { key: "courses", header: "Courses", cell: (person) => person.courses, align: "right" },
      ]}
      rows={people}
      total={87}
      rowKey={(person) => person.id}
      query={query}
      onQueryChange={(next) => {
        asked.push(next);
        setQuery(next);
      }}
      empty={{ title: "No people found", text: "Try another search." }}
      {...props}
    />
  );
}

beforeEach(() => {
  pretendBrowser();
  asked.length = 0;
});
afterEach(() => void vi.useRealTimers());

test("DataTable's footer says which rows are shown, of how many", () => {
  render(<Table />);
  expect(screen.getByText("Showing 1-10 of 87")).toBeDefined();
});

test("DataTable shows the remaining rows on the last page", async () => {
  render(<Table query={{ page: 9, pageSize: 10, search: "", sort: null }} rows={people.slice(0, 7)} />);
  expect(screen.getByText("Showing 81-87 of 87")).toBeDefined();
  expect(screen.getByRole("button", { name: "Next page" }).getAttribute("aria-disabled")).toBe("true");
});

test("DataTable opens the last page instead of one beyond it, without a step in the history", async () => {
  const onQueryChange = vi.fn();
  const query = { page: 9, pageSize: 10, search: "", sort: null };
  const { rerender } = render(
    <Table query={query} rows={people.slice(0, 1)} total={81} onQueryChange={onQueryChange} />,
  );
  expect(onQueryChange).not.toHaveBeenCalled();
  rerender(<Table query={query} rows={[]} total={80} onQueryChange={onQueryChange} />);
  expect(onQueryChange.mock.calls).toEqual([[{ ...query, page: 8 }, { replace: true }]]);
  expect(screen.queryByText("No people found")).toBeNull();
});

test("DataTable requests the next page and another page size from the server", async () => {
  render(<Table />);
  await userEvent.click(screen.getByRole("button", { name: "Next page" }));
  expect(asked.at(-1)).toMatchObject({ page: 2, pageSize: 10 });
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Rows per page" }), "50");
  expect(asked.at(-1)).toMatchObject({ page: 1, pageSize: 50 });
});

test("DataTable searches 400 ms after the last key, from the first page", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  render(<Table query={{ page: 3, pageSize: 10, search: "", sort: null }} />);
  await user.type(screen.getByRole("searchbox", { name: "Search people" }), "ama");
  await vi.advanceTimersByTimeAsync(350);
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(60);
  expect(asked).toEqual([{ page: 1, pageSize: 10, search: "ama", sort: null }]);
});

test("DataTable sorts by a column when its name is pressed, and reverses the order when it is pressed again", async () => {
  render(<Table />);
  await userEvent.click(screen.getByRole("button", { name: "Name" }));
  expect(asked.at(-1)?.sort).toEqual({ key: "name", direction: "asc" });
  expect(screen.getByRole("columnheader", { name: "Name" }).getAttribute("aria-sort")).toBe("ascending");
  await userEvent.click(screen.getByRole("button", { name: "Name" }));
  expect(asked.at(-1)?.sort).toEqual({ key: "name", direction: "desc" });
});

test("DataTable opens a row with the keyboard, and not with the row's own buttons", async () => {
  const opened = vi.fn();
  const removed = vi.fn();
  render(
    <Table
      onRowClick={opened}
      actions={(person) => (
        <button type="button" onClick={removed}>
          Delete {person.name}
        </button>
      )}
    />,
  );
  screen.getByRole("button", { name: "Person 2" }).focus();
  await userEvent.keyboard("{Enter}");
  expect(opened).toHaveBeenCalledWith(people[1]);
  await userEvent.click(screen.getByRole("button", { name: "Delete Person 3" }));
  expect(removed).toHaveBeenCalledOnce();
  expect(opened).toHaveBeenCalledOnce();
});

test("DataTable shows no button and no pointer for a row that does not open", async () => {
  const opened = vi.fn();
  render(<Table onRowClick={opened} opens={(person) => person.id !== 2} />);
  expect(screen.queryByRole("button", { name: "Person 2" })).toBeNull();
  expect(screen.getByText("Person 2").closest("tr")!.className).not.toContain("cursor-pointer");
  await userEvent.click(screen.getByText("Person 2"));
  expect(opened).not.toHaveBeenCalled();
  expect(screen.getByRole("button", { name: "Person 3" }).closest("tr")!.className).toContain("cursor-pointer");
});

test("DataTable exports CSV, Excel and PDF, unless it is empty", async () => {
  const taken: string[] = [];
  const onExport = (format: string) => void taken.push(format);
  const { unmount } = render(<Table onExport={onExport} />);
  for (const name of ["Export CSV", "Export Excel", "Export PDF"])
    await userEvent.click(screen.getByRole("button", { name }));
  expect(taken).toEqual(["csv", "xlsx", "pdf"]);
  unmount();
  render(<Table onExport={onExport} rows={[]} total={0} />);
  expect(screen.getByRole("button", { name: "Export CSV" })).toHaveProperty("disabled", true);
  expect(screen.getByRole("button", { name: "Export PDF" })).toHaveProperty("disabled", true);
});

test("DataTable says that the first rows are loading", () => {
  render(<Table rows={undefined} />);
  expect(screen.getByRole("region", { name: "People" }).getAttribute("aria-busy")).toBe("true");
  expect(screen.getByText("Loading")).toBeDefined();
});

test("DataTable shows its own text for an empty list, and the reason and a retry for a failed one", async () => {
  const { unmount } = render(<Table rows={[]} total={0} />);
  expect(screen.getByText("No people found")).toBeDefined();
  unmount();
  const onRetry = vi.fn();
  render(<Table rows={undefined} error={{ title: "The people could not be loaded.", onRetry }} />);
  await userEvent.click(within(screen.getByRole("alert")).getByRole("button", { name: "Try again" }));
  expect(onRetry).toHaveBeenCalledOnce();
});

test("DataTable shows rows as cards with labelled values on a small screen", () => {
  pretendBrowser({ narrow: true });
  render(<Table />);
  expect(screen.queryByRole("table")).toBeNull();
  expect(within(screen.getAllByRole("listitem")[3]!).getByRole("definition").textContent).toBe("3");
});

test.each([
  ["leaves out minor columns between 640 and 1280 px", { small: true }, "table", false],
  ["has minor columns on a wide screen", {}, "table", true],
  ["has minor columns in the cards of a phone", { narrow: true }, "list", true],
])("DataTable %s", (_name, browser, role, isShown) => {
  pretendBrowser(browser);
  render(
    <Table
      columns={[
        { key: "name", header: "Name", cell: (person) => person.name },
        { key: "group", header: "Group", cell: () => "Night shift", isMinor: true },
      ]}
    />,
  );
  expect(within(screen.getByRole(role)).queryAllByText("Group").length > 0).toBe(isShown);
});

test.each([
  ["below another text between 640 and 1280 px", { small: true }, 1],
  ["only in the column on a wide screen", {}, 0],
  ["only in the column's value in the cards of a phone", { narrow: true }, 0],
])("MinorLine shows what a minor column says %s", (_name, browser, lines) => {
  pretendBrowser(browser);
  render(<MinorLine>Night shift</MinorLine>);
  expect(screen.queryAllByText("Night shift")).toHaveLength(lines);
});

test("DataTable selects rows one by one or by page, and shows their number with the bulk actions", async () => {
  function Selectable() {
    const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set([99]));
    const label = (person: Person) => (person.id === 3 ? null : `Select ${person.name}`);
    return (
      <Table
        selection={{ chosen, onChange: setChosen, id: (person) => person.id, label }}
        bulkActions={<button type="button">Delete</button>}
      />
    );
  }
  render(<Selectable />);
  const all = () => screen.getByRole("checkbox", { name: "Select all on this page" });
  expect(screen.getByText("1 selected")).toBeDefined();
  expect(screen.queryByRole("checkbox", { name: "Select Person 3" })).toBeNull();
  await userEvent.click(screen.getByRole("checkbox", { name: "Select Person 2" }));
  expect(screen.getByText("2 selected")).toBeDefined();
  expect(all()).toHaveProperty("indeterminate", true);
  await userEvent.click(all());
  expect(screen.getByText("10 selected")).toBeDefined();
  expect(screen.getByRole("button", { name: "Delete" })).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "Clear selection" }));
  expect(screen.queryByRole("button", { name: "Delete" })).toBeNull();
});

test("DataTable without rows says what to do next", () => {
  render(
    <Table rows={[]} total={0} empty={{ title: "No people yet", text: "Add one.", noMatch: { title: "None" } }} />,
  );
  expect(screen.getByText("No people yet")).toBeDefined();
  expect(screen.getByText("Add one.")).toBeDefined();
  expect(screen.queryByRole("button", { name: /^Clear/ })).toBeNull();
});

test("DataTable without matches offers to clear the search and the filters", async () => {
  const clearFilters = vi.fn();
  render(
    <Table
      rows={[]}
      total={0}
      query={{ page: 1, pageSize: 10, search: "x", sort: null, clearFilters }}
      empty={{ title: "No people yet", noMatch: { title: "No people found" } }}
    />,
  );
  expect(screen.getByText("No people found")).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "Clear search and filters" }));
  expect(clearFilters).toHaveBeenCalledOnce();
  expect(asked.at(-1)).toMatchObject({ search: "", page: 1 });
});
