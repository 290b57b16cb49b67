import { QueryClientProvider } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, test } from "vitest";
import { setBoot } from "../../app/boot.ts";
import { queryClient } from "../../app/queryClient.ts";
import { render } from "../../testing/render.tsx";
import { ContactScreen } from "./ContactScreen.tsx";

const instance = { id: 1, name: "Northgate Trust", domain: "demo" };
const support = {
  text: "Ask us.",
  email: "help@example.org",
  phone: "+44 (0)20 7946",
  link: "https://example.org/help",
};

const open = (Screen: () => ReactNode) =>
  render(
    <QueryClientProvider client={queryClient}>
      <Screen />
    </QueryClientProvider>,
  );

afterEach(() => setBoot({ instance: null }));

test("ContactScreen has the form alone while the organisation has set no support", () => {
  setBoot({ instance: { ...instance, support: { text: null, email: null, phone: null, link: null } } });
  open(ContactScreen);
  expect(screen.getByRole("button", { name: "Contact Sales" })).toBeDefined();
  expect(screen.queryByRole("list")).toBeNull();
  expect(screen.queryByText(/\+44/)).toBeNull();
});

test("ContactScreen shows the support that the organisation has set", () => {
  setBoot({ instance: { ...instance, support } });
  open(ContactScreen);
  expect(screen.getByText("Ask us.")).toBeDefined();
  const links = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(links).toEqual(
    expect.arrayContaining(["mailto:help@example.org", "tel:+440207946", "https://example.org/help"]),
  );
});
