import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { render } from "../testing/render.tsx";
import { Button } from "./Button.tsx";

test("Button can have the focus while it is busy, and neither acts nor submits its form", async () => {
  const press = vi.fn();
  const submit = vi.fn((event: React.SubmitEvent) => event.preventDefault());
  const form = (busy: boolean) => (
    <form onSubmit={submit}>
      <input aria-label="Name" />
      <Button type="submit" busy={busy} onClick={press}>
        Save
      </Button>
    </form>
  );
  const { rerender } = render(form(false));
  const button = screen.getByRole("button", { name: "Save" });
  await userEvent.click(button);
  expect(submit).toHaveBeenCalledOnce();
  rerender(form(true));
  expect(button).toHaveProperty("disabled", false);
  expect(button.getAttribute("aria-disabled")).toBe("true");
  await userEvent.click(button);
  await userEvent.type(screen.getByLabelText("Name"), "Ann{Enter}");
  expect([press.mock.calls.length, submit.mock.calls.length]).toEqual([1, 1]);
});

test("Button can have the focus while it is disabled, if its own press may disable it", async () => {
  const press = vi.fn();
  render(
    <>
      <Button keepsFocus disabled onClick={press}>
        Next page
      </Button>
      <Button disabled>Save</Button>
    </>,
  );
  const button = screen.getByRole("button", { name: "Next page" });
  await userEvent.click(button);
  expect(press).not.toHaveBeenCalled();
  expect(
    [button, screen.getByRole("button", { name: "Save" })].map((each) => each.getAttribute("aria-disabled")),
  ).toEqual(["true", null]);
  expect(button).toHaveProperty("disabled", false);
});
