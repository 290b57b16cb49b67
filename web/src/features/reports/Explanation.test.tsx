import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { render } from "../../testing/render.tsx";
import { Explanation } from "./Explanation.tsx";

test("an explanation opens as a dialog with the name of its figure", async () => {
  render(<Explanation name="Completion Rate" text="Completed courses of all." />);
  await userEvent.click(screen.getByRole("button", { name: "What is ‘Completion Rate’?" }));
  const dialog = await screen.findByRole("dialog", { name: "Completion Rate" });
  expect(dialog.textContent).toBe("Completed courses of all.");
});
