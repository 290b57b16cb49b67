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
  /** Whether another page was opened meanwhile: Firefox stops what a page loads when it starts to load the next. */
  readonly isLeft: boolean;

  constructor({ isLeft, cause }: { isLeft: boolean; cause: unknown }) {
    super("The code of the screen did not arrive.", { cause });
    this.isLeft = isLeft;
  }
}

/** Loads the code of a screen. @throws ScreenNotLoaded */
export async function loadScreen<Module>(load: () => Promise<Module>): Promise<Module> {
  const leaving = watchLeaving();
  try {
    return await load();
  } catch (cause) {
    throw new ScreenNotLoaded({ cause, isLeft: leaving.isLeft() });
  } finally {
    leaving.stop();
  }
}

/**
 * Watches whether another page is opened in place of this one. This one stays if that is a download, or does not arrive.
 * @returns `isLeft`, and `stop`, which ends the watch: some browsers do not keep pages that listen all the time
 */
export function watchLeaving(): { isLeft: () => boolean; stop: () => void } {
  let isLeft = false;
  const leave = () => void (isLeft = true);
  addEventListener("beforeunload", leave);
  return { isLeft: () => isLeft, stop: () => removeEventListener("beforeunload", leave) };
}

/** Tells whether code did not arrive; browsers have a message each for code that is loaded by a part of a screen. */
export const isCodeMissing = (error: unknown): boolean =>
  error instanceof ScreenNotLoaded ||
  (error instanceof TypeError && /dynamically imported module|importing a module script/i.test(error.message));
