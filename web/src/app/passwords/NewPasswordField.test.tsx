import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { render } from "../../testing/render.tsx";
import { NewPasswordField } from "./NewPasswordField.tsx";
import { rateStrength, type Strength } from "./strength.ts";

vi.mock("./strength.ts", () => ({ rateStrength: vi.fn<typeof rateStrength>() }));
const rate = vi.mocked(rateStrength);

const answer = (strength: Strength) => rate.mockResolvedValue(strength);

beforeEach(() => void rate.mockReset());

function open() {
  render(
    <form>
      <input name="first_name" defaultValue="Grace" aria-label="First name" />
      <input name="email" defaultValue="grace@demo.test" aria-label="Email" />
      <NewPasswordField label="New password" name="password" owner={["Hopper"]} />
      <button type="reset">Clear</button>
    </form>,
  );
  return userEvent.setup();
}

test("a new password is rated in words and by a meter once typing pauses, with what would make it harder to guess", async () => {
  answer({ level: 1, weakness: "word" });
  const user = open();
  expect(screen.queryByRole("meter")).toBeNull();
  await user.type(screen.getByLabelText("New password"), "elephants");
  const meter = await screen.findByRole("meter", { name: "Strength of the password" });
  expect(meter.getAttribute("aria-valuenow")).toBe("1");
  expect(meter.getAttribute("aria-valuetext")).toBe("Weak.");
  expect(screen.getByRole("status").textContent).toBe(
    "Weak. A single word or name is easy to guess. Add words that do not belong together.",
  );
  expect(rate.mock.calls).toEqual([["elephants", { about: ["Hopper", "Grace", "grace@demo.test"], language: "en" }]]);
});

test.each([
  [{ level: 0, weakness: "short" }, "Too short. Use at least 8 characters."],
  [{ level: 0, weakness: "listed" }, "Too easy to guess. It is on a list of common passwords, so it is not accepted."],
  [{ level: 4, weakness: null }, "Strong."],
] as const)("a rating of %j is shown as '%s'", async (strength, text) => {
  answer(strength);
  const user = open();
  await user.type(screen.getByLabelText("New password"), "x");
  await expect.poll(() => screen.getByRole("status").textContent).toBe(text);
});

test("the rating goes with the password, and the field works where it cannot be loaded", async () => {
  answer({ level: 3, weakness: null });
  const user = open();
  const field = screen.getByLabelText("New password");
  await user.type(field, "x");
  await screen.findByRole("meter");
  await user.click(screen.getByRole("button", { name: "Clear" }));
  expect(screen.queryByRole("meter")).toBeNull();
  rate.mockRejectedValue(new Error("offline"));
  await user.type(field, "yz");
  await expect.poll(() => rate.mock.calls.length).toBe(2);
  expect(screen.queryByRole("meter")).toBeNull();
  expect((field as HTMLInputElement).value).toMatch(/yz$/);
});
