import { lazyRouteComponent } from "@tanstack/react-router";
import { loadScreen } from "../../ui/newVersion.ts";

/**
 * Loads a screen's code when it is first opened. A failure is shown in the screen's place and can be tried again; the
 * router by itself, which knows the browser's error by its message, would reload the page, which without a network loses
 * the page.
 */
export const lazyScreen = <Module extends Record<string, unknown>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
) => lazyRouteComponent<Module, Name>(() => loadScreen(load), name);
