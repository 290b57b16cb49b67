import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { pretendBrowser } from "../testing/browser.ts";
import { render } from "../testing/render.tsx";
import { Menu, MenuItem } from "./Menu.tsx";

beforeEach(pretendBrowser);

function Actions({ name }: { name: string }) {
  return (
    <Menu trigger={name} triggerClass="">
      <MenuItem onPress={() => {}}>Duplicate</MenuItem>
    </Menu>
  );
}

test.each(["main", "banner"])("an open menu is in the landmark of its button: %s", async (landmark) => {
  render(
    <>
      <header>
        <Actions name="banner" />
      </header>
      <main>
        <aside>
          <Actions name="main" />
        </aside>
      </main>
    </>,
  );
  const place = screen.getByRole(landmark);
  await userEvent.click(screen.getByRole("button", { name: landmark }));
  const item = await screen.findByRole("menuitem", { name: "Duplicate" });
  expect(place.contains(item)).toBe(true);
});

test("a menu outside all landmarks opens and returns the focus to its button", async () => {
  render(<Actions name="More" />);
  const button = screen.getByRole("button", { name: "More" });
  await userEvent.click(button);
  await userEvent.click(await screen.findByRole("menuitem", { name: "Duplicate" }));
  await waitFor(() => expect(screen.queryByRole("menuitem")).toBeNull());
  expect(document.activeElement).toBe(button);
});
