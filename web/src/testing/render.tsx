import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { cleanup, configure, render as renderBare, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect } from "vitest";
import { speakEnglish } from "./english.ts";

afterEach(cleanup);
// A screen is loaded when it is first opened, which takes long on a busy machine.
configure({ asyncUtilTimeout: 10_000 });
speakEnglish();

/** Renders a part of the interface in English. */
export const render = (ui: ReactNode) =>
  renderBare(ui, { wrapper: ({ children }) => <I18nProvider i18n={i18n}>{children}</I18nProvider> });

/**
 * Finds the open dialog once it has the focus: it takes it in a later frame, together with the rest of what is being
 * typed.
 */
export async function findDialog(name?: string): Promise<HTMLElement> {
  const dialog = await screen.findByRole("dialog", name === undefined ? {} : { name });
  await expect.poll(() => dialog.contains(document.activeElement)).toBe(true);
  return dialog;
}
