import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { cleanup, configure, render as renderBare } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach } from "vitest";

afterEach(cleanup);
// A screen is loaded when it is first opened, which takes its time on a busy machine.
configure({ asyncUtilTimeout: 10_000 });
i18n.loadAndActivate({ locale: "en", messages: {} });

/** Draws a part of the interface in English. */
export const render = (ui: ReactNode) =>
  renderBare(ui, { wrapper: ({ children }) => <I18nProvider i18n={i18n}>{children}</I18nProvider> });
