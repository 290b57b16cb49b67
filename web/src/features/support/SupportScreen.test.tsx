import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { setBoot } from "../../app/boot.ts";
import { render } from "../../testing/render.tsx";
import { SupportScreen } from "./SupportScreen.tsx";

const instance = { id: 1, name: "Northgate Trust", domain: "demo" };

afterEach(() => setBoot({ instance: null }));

test("SupportScreen says that it comes soon while nothing is set", () => {
  setBoot({ instance });
  render(<SupportScreen />);
  expect(screen.getByRole("alert").textContent).toContain("Coming Soon!");
});

test("SupportScreen shows the support that the organisation has set, and nothing for what it has not", () => {
  setBoot({
    instance: { ...instance, support: { text: "Ask us.", email: "help@example.org", phone: null, link: null } },
  });
  render(<SupportScreen />);
  expect(screen.getByText("Ask us.")).toBeDefined();
  expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual(["mailto:help@example.org"]);
  expect(screen.queryByText("Coming Soon!")).toBeNull();
});
