const reloadedFor = "reloadedFor";

/** Tells whether the server has another version of the client than this page. False while it cannot be reached. */
export async function hasNewVersion(): Promise<boolean> {
  const own = document.querySelector('script[type="module"][src]')?.getAttribute("src");
  if (!own) return false;
  try {
    const page = await fetch("/", { cache: "no-store" });
    return page.ok && !(await page.text()).includes(own);
  } catch {
    return false;
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
