/** Popups that close by themselves; most of them return the focus. */
const POPUPS = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox]";
const CONTROLS = "a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled)";
/** Parts of a screen or a dialog that may have the focus as a whole. */
const PARTS = "section, form, nav, main, [role=region], [role=tabpanel], [tabindex]";

/** A place on the page, which may be gone. */
interface Place {
  /** The control and what it is in, from the inside to the popup or the page. */
  path: HTMLElement[];
  /** The entry of a list or table that it is in, and which of its controls it is. */
  entry: { list: Element; index: number; control: number } | null;
}

/**
 * Gives the focus to what follows when the control that has it is removed, such as the button that deleted its own row.
 * Browsers leave the focus on the page as a whole, where screen readers start again from the top.
 * @returns a function that ends it
 */
export function keepFocus(): () => void {
  let last: Place | null = null;
  let lastOfScreen: Place | null = null;
  let frame = 0;

  const remember = ({ target }: FocusEvent) => {
    const control = target as HTMLElement;
    last = findPlace(control);
    if (!control.closest(POPUPS)) lastOfScreen = last;
  };
  // A control that is still there was left by the user, who pressed beside it.
  const forget = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget === null)
      setTimeout(() => isLost() && last?.path[0]?.isConnected && (last = lastOfScreen = null));
  };
  // In the next frame: a dialog that closes returns the focus before.
  const observer = new MutationObserver(() => {
    if (!isLost() || !last) return;
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      if (isLost() && last)
        (findTarget(last) ?? (lastOfScreen && findTarget(lastOfScreen)))?.focus({ preventScroll: true });
    });
  });

  document.addEventListener("focusin", remember);
  document.addEventListener("focusout", forget);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener("focusin", remember);
    document.removeEventListener("focusout", forget);
    observer.disconnect();
    cancelAnimationFrame(frame);
  };
}

/** Tells whether nothing has the focus. */
const isLost = () => document.activeElement === document.body;

function findPlace(control: HTMLElement): Place {
  const path: HTMLElement[] = [];
  for (let each: HTMLElement | null = control; each && each !== document.body; each = each.parentElement) {
    path.push(each);
    if (each.matches(POPUPS)) break;
  }
  const entry = control.closest("li, tr");
  const list = entry?.parentElement;
  if (!entry || !list) return { path, entry: null };
  return {
    path,
    entry: { list, index: [...list.children].indexOf(entry), control: listControls(entry).indexOf(control) },
  };
}

/** Finds the control itself, else the same one of the entry that took the place of its entry, else the part it was in. */
function findTarget({ path, entry }: Place): HTMLElement | undefined {
  const [control] = path;
  // What is behind an open dialog cannot have the focus.
  const isThere = (element: Element) => element.isConnected && !element.closest("[inert], [aria-hidden=true]");
  if (control && isThere(control)) return control;
  if (entry && isThere(entry.list)) {
    const { children } = entry.list;
    const successor = children[Math.min(entry.index, children.length - 1)];
    const controls = successor ? listControls(successor) : [];
    const next = controls[Math.min(entry.control, controls.length - 1)];
    if (next) return next;
  }
  const part = path.find((each) => isThere(each) && each.matches(PARTS));
  if (part && !part.hasAttribute("tabindex")) part.tabIndex = -1;
  return part;
}

const listControls = (entry: Element) => [...entry.querySelectorAll<HTMLElement>(CONTROLS)];
