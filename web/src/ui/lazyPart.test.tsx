import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Suspense } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { render } from "../testing/render.tsx";
import { lazyPart } from "./lazyPart.tsx";

const NOT_LOADED = "Failed to fetch dynamically imported module: /assets/x.js";

afterEach(() => {
  vi.unstubAllGlobals();
  document.head.replaceChildren();
});

function show(load: () => Promise<{ default: (props: { name: string }) => React.ReactNode }>) {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const Part = lazyPart(load);
  render(
    <>
      <label>
        Title <input />
      </label>
      <Suspense>
        <Part name="bank" />
      </Suspense>
    </>,
  );
}

test("lazyPart replaces only the part whose code does not arrive, keeps what was typed, and can be tried again", async () => {
  let isOffline = true;
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  show(async () => {
    if (isOffline) throw new TypeError(NOT_LOADED);
    return { default: ({ name }) => <h2>The {name} is here</h2> };
  });
  const field = screen.getByLabelText<HTMLInputElement>("Title");
  await userEvent.type(field, "Typed before");
  expect((await screen.findByRole("alert")).textContent).toContain("This part of the page could not be loaded.");
  expect(field.isConnected).toBe(true);

  isOffline = false;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("heading", { name: "The bank is here" });
  expect(field.value).toBe("Typed before");
});

test("lazyPart asks to save and reload when the server has a new version", async () => {
  document.head.innerHTML = '<script type="module" src="/assets/old.js"></script>';
  vi.stubGlobal("fetch", async () => new Response('<script type="module" src="/assets/new.js"></script>'));
  show(() => Promise.reject(new TypeError(NOT_LOADED)));
  await screen.findByText("Save your work, then reload the page.");
  expect(screen.getByRole("button", { name: "Reload" })).toBeDefined();
});

test("lazyPart offers both a reload and another try when the server has the version of the page", async () => {
  document.head.innerHTML = '<script type="module" src="/assets/own.js"></script>';
  vi.stubGlobal("fetch", async () => new Response('<script type="module" src="/assets/own.js"></script>'));
  show(() => Promise.reject(new TypeError(NOT_LOADED)));
  await screen.findByText("Save your work, then reload the page.");
  expect(screen.getByText("This part of the page could not be loaded.")).toBeDefined();
  expect(screen.getByRole("button", { name: "Reload" })).toBeDefined();
  expect(screen.getByRole("button", { name: "Try again" })).toBeDefined();
});
