import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pretendBrowser } from "../testing/browser.ts";
import { render } from "../testing/render.tsx";
import { boot, setBoot } from "./boot.ts";

const before = boot();
const instance = { id: 1, name: "Northgate Trust", domain: "demo", logo_url: "/light.png", logo_dark_url: "/dark.png" };

beforeEach(() => {
  pretendBrowser();
  document.head.innerHTML = '<link rel="icon" href="/icon.svg" type="image/svg+xml">';
});
afterEach(() => {
  setBoot(before);
  document.documentElement.removeAttribute("data-theme");
  vi.unstubAllGlobals();
});

async function showLogo(mode: "light" | "dark") {
  document.documentElement.dataset["theme"] = mode;
  const { Organisation } = await import("./Organisation.tsx");
  const { unmount } = render(<Organisation />);
  const logo = screen.getByRole("img").getAttribute("src");
  unmount();
  return logo;
}

test("Organisation shows the logo for dark pages in the dark theme, and the other one without it", async () => {
  setBoot({ instance, branch: null });
  expect(await showLogo("light")).toBe("/light.png");
  expect(await showLogo("dark")).toBe("/dark.png");
  setBoot({ instance: { ...instance, logo_dark_url: null } });
  expect(await showLogo("dark")).toBe("/light.png");
});

test("Organisation shows a branch's own logo also on dark pages, not that of the organisation", async () => {
  setBoot({ instance, branch: { id: 2, name: "North", logo_url: "/north.png" } });
  expect(await showLogo("dark")).toBe("/north.png");
  setBoot({ branch: { id: 2, name: "North" } });
  expect(await showLogo("dark")).toBe("/dark.png");
});

test("the browser's tab has the icon of the branch, else of the organisation, else the product's", () => {
  const icon = () => document.querySelector("link[rel=icon]")?.getAttribute("href");
  setBoot({ instance: { ...instance, icon_url: "/trust-icon.png" }, branch: { id: 2, name: "N", icon_url: "/n.png" } });
  expect(icon()).toBe("/n.png");
  setBoot({ branch: null });
  expect(icon()).toBe("/trust-icon.png");
  setBoot({ instance });
  expect(icon()).toBe("/icon.svg");
});
