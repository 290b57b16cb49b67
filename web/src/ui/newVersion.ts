const reloadedFor = "reloadedFor";

/** What the server says when code did not arrive. */
export type ServerState =
  /** It has another version of the client than this page. */
  | "outdated"
  /** It has this version. Some browsers keep the failure until the page is reloaded: Firefox before version 155. */
  | "current"
  | "unreachable";

/** Asks the server whether it still has the version of this page. */
export async function askServerState(): Promise<ServerState> {
  const own = document.querySelector('script[type="module"][src]')?.getAttribute("src");
  if (!own) return "unreachable";
  try {
    const page = await fetch("/", { cache: "no-store" });
    if (!page.ok) return "unreachable";
    return (await page.text()).includes(own) ? "current" : "outdated";
  } catch {
    return "unreachable";
  }
}

/** Reloads the page, once for an address. Returns false the second time, because a reload did not help. */
export function reloadOnce(reload = () => location.reload()): boolean {
  if (sessionStorage.getItem(reloadedFor) === location.href) return false;
  sessionStorage.setItem(reloadedFor, location.href);
  reload();
  return true;
}

/** The code of a screen did not arrive. */
export class ScreenNotLoaded extends Error {
  override name = "ScreenNotLoaded";
}

/** Tells whether code did not arrive; browsers have a message each for code that is loaded by a part of a screen. */
export const isCodeMissing = (error: unknown): boolean =>
  error instanceof ScreenNotLoaded ||
  (error instanceof TypeError && /dynamically imported module|importing a module script/i.test(error.message));
