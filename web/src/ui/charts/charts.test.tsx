import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { pretendBrowser } from "../../testing/browser.ts";
import { render } from "../../testing/render.tsx";
import { BarChart } from "./BarChart.tsx";
import { Donut } from "./Donut.tsx";
import { LineChart } from "./LineChart.tsx";

beforeEach(() => pretendBrowser());

const slices = [
  { label: "Completed", value: 3, color: "green" },
  { label: "In Progress", value: 0, color: "yellow" },
  { label: "Not Started", value: 4, color: "grey" },
];

test("the weeks of a chart are read with the arrow keys, each in a tooltip and by screen readers", async () => {
  const user = userEvent.setup();
  const series = [
    { label: "Assignments", color: "blue", values: [1, 2, 3] },
    { label: "Completions", color: "red", values: [0, 1, 0], dashed: true },
  ];
  render(<LineChart title="Activity" labels={["2 Mar", "9 Mar", "16 Mar"]} series={series} />);
  expect(screen.queryByTestId("tip")).toBeNull();
  await user.tab();
  const chart = screen.getByRole("slider", { name: "Activity" });
  expect(document.activeElement).toBe(chart);
  expect(screen.getByTestId("tip").textContent).toBe("2 MarAssignments: 1Completions: 0");
  await user.keyboard("{ArrowRight}");
  expect(chart.getAttribute("aria-valuetext")).toBe("9 Mar, Assignments: 2, Completions: 1");
  await user.keyboard("{End}{ArrowRight}");
  expect(screen.getByTestId("tip").textContent).toContain("16 Mar");
  await user.keyboard("{Escape}");
  expect(screen.queryByTestId("tip")).toBeNull();
  await user.keyboard("{Home}");
  expect(screen.getByTestId("tip").textContent).toContain("2 Mar");
  await user.tab();
  expect(screen.queryByTestId("tip")).toBeNull();
});

test("the shares of a whole are read one by one, without empty ones", async () => {
  const user = userEvent.setup();
  render(<Donut title="Progress" valueLabel="Learners" slices={slices} />);
  await user.tab();
  const chart = screen.getByRole("slider", { name: "Progress" });
  expect(chart.getAttribute("aria-valuemax")).toBe("2");
  await user.keyboard("{ArrowDown}");
  expect(screen.getByTestId("tip").textContent).toBe("Not Started: 4");
});

test("a name that is shortened in a bar chart is complete in its tooltip, and every figure is in a table", async () => {
  const user = userEvent.setup();
  const bars = [{ label: "A very long name of a course that is cut", value: 40 }];
  render(<BarChart title="Courses" valueLabel="Progress" bars={bars} format={(value) => `${value}%`} />);
  await user.tab();
  expect(screen.getByTestId("tip").textContent).toBe("A very long name of a course that is cut: 40%");
  expect(screen.getByRole("table", { name: "Courses" }).textContent).toContain("40%");
});
