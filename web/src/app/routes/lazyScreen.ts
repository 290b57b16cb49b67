import { lazyRouteComponent } from "@tanstack/react-router";
import { ScreenNotLoaded } from "../../ui/newVersion.ts";

/**
 * Loads a screen's code when it is first opened. A failure is shown in the screen's place and can be tried again; the
 * router by itself would reload the page, which without a network loses the page.
 */
export const lazyScreen = <Module extends Record<string, unknown>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
) => lazyRouteComponent<Module, Name>(() => load().catch(failToLoad), name);

// Not the browser's error, by whose message the router decides to reload.
function failToLoad(cause: unknown): never {
  throw new ScreenNotLoaded("The code of the screen did not arrive.", { cause });
}
