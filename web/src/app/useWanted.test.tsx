import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { render } from "../testing/render.tsx";
import { connectToasts, type ToastInput } from "../ui/toast.ts";
import { useWanted } from "./useWanted.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  document.head.replaceChildren();
});

function Opener({ load }: { load: () => Promise<{ default: () => React.ReactNode }> }) {
  const { Part, want } = useWanted(load);
  return Part ? <Part /> : <button onClick={want}>Open</button>;
}

function collectToasts(): ToastInput[] {
  const shown: ToastInput[] = [];
  connectToasts((toast) => void shown.push(toast));
  return shown;
}

test("useWanted says that the code did not arrive, and loads it when it is wanted again", async () => {
  let isOffline = true;
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  const shown = collectToasts();
  const load = async () => {
    if (isOffline) throw new TypeError("Failed to fetch dynamically imported module: /assets/x.js");
    return { default: () => <h2>Notifications</h2> };
  };
  render(<Opener load={load} />);
  await userEvent.click(screen.getByRole("button", { name: "Open" }));
  await expect.poll(() => shown.map(({ text }) => text)).toEqual([expect.stringMatching(/^The server could not be/)]);

  isOffline = false;
  await userEvent.click(screen.getByRole("button", { name: "Open" }));
  await screen.findByRole("heading", { name: "Notifications" });
});

test("useWanted offers a reload when the server has the version of the page: the browser keeps the failure", async () => {
  document.head.innerHTML = '<script type="module" src="/assets/own.js"></script>';
  vi.stubGlobal("fetch", async () => new Response('<script type="module" src="/assets/own.js"></script>'));
  const shown = collectToasts();
  render(<Opener load={() => Promise.reject(new TypeError("error loading dynamically imported module"))} />);
  await userEvent.click(screen.getByRole("button", { name: "Open" }));
  await expect
    .poll(() => shown.map(({ text, action }) => [text, action?.label]))
    .toEqual([["This part of the page could not be loaded. Save your work, then reload the page.", "Reload"]]);
});

test("useWanted offers a reload when the server has a new version", async () => {
  document.head.innerHTML = '<script type="module" src="/assets/old.js"></script>';
  vi.stubGlobal("fetch", async () => new Response('<script type="module" src="/assets/new.js"></script>'));
  const shown = collectToasts();
  render(<Opener load={() => Promise.reject(new TypeError("Failed to fetch dynamically imported module"))} />);
  await userEvent.click(screen.getByRole("button", { name: "Open" }));
  await expect
    .poll(() => shown.map(({ text, action }) => [text, action?.label]))
    .toEqual([["A new version is available.", "Reload"]]);
});
