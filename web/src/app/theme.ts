import { useSyncExternalStore } from "react";
import { boot } from "./boot.ts";
import { brandTokens, productColors, type Mode } from "./brand.ts";

export type ThemeChoice = "system" | "light" | "dark";

const key = "theme";
const prefersDark = () => matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set<() => void>();

/** Applies the branch's colours in the mode of the user or the system, and follows changes of the system. */
export function startTheme() {
  applyTheme();
  prefersDark().addEventListener("change", applyTheme);
}

/** Shows the application in a theme, and stores the choice on this device. */
export function chooseTheme(choice: ThemeChoice) {
  if (choice === "system") localStorage.removeItem(key);
  else localStorage.setItem(key, choice);
  applyTheme();
}

export const useThemeChoice = () => useSyncExternalStore(subscribe, themeChoice);

/** Tells whether the page is dark now. */
export const useIsDark = () =>
  useSyncExternalStore(subscribe, () => document.documentElement.dataset["theme"] === "dark");

/** Applies the tenant's colours to the page, also after they have changed. */
export function applyTheme() {
  const { branch, instance } = boot();
  const colors = branch?.primary_color ? branch : instance;
  const choice = themeChoice();
  const mode: Mode = choice === "system" ? (prefersDark().matches ? "dark" : "light") : choice;
  const tokens = brandTokens(colors?.primary_color ?? productColors.primary, colors?.secondary_color ?? null, mode);

  const { style, dataset } = document.documentElement;
  for (const [name, value] of Object.entries(tokens)) style.setProperty(name, value);
  dataset["theme"] = mode;
  style.colorScheme = mode;
  for (const listener of listeners) listener();
}

function themeChoice(): ThemeChoice {
  const stored = localStorage.getItem(key);
  return stored === "light" || stored === "dark" ? stored : "system";
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
