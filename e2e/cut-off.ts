import type { Page } from "@playwright/test";

/**
 * Lists the texts and controls of a page that a box cuts off at the side, without a way to scroll to them. A text that ends
 * in an ellipsis counts only if the whole of it is in no title and nowhere else on the page.
 * @returns what is cut off and by which box: `"Next due" in section "Users"`
 */
export function listCutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const cut: { text: string; box: Element; isEllipsised: boolean }[] = [];
    const whole = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const text = normalize(node.textContent);
      const parent = node.parentElement!;
      if (!text || !isShown(parent)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      // A text without a size is not shown, such as one of an option.
      const rects = [...range.getClientRects()].filter(({ width }) => width > 0);
      if (rects.length > 0) examine(text, parent, rects);
    }
    for (const control of document.querySelectorAll("button, a[href], input, select, textarea"))
      if (isShown(control) && control.clientWidth > 1)
        examine(control.getAttribute("aria-label") ?? control.tagName.toLowerCase(), control.parentElement!, [
          control.getBoundingClientRect(),
        ]);
    return cut
      .filter(({ text, box, isEllipsised }) => !(isEllipsised && (whole.has(text) || isInTitle(text, box))))
      .map(({ text, box }) => `"${text.slice(0, 60)}" in ${describe(box)}`);

    /** Looks for the box that cuts an element's contents off; a box that scrolls may be cut off itself. */
    function examine(text: string, within: Element, rects: DOMRect[]) {
      let left = Math.min(...rects.map((rect) => rect.left));
      let right = Math.max(...rects.map((rect) => rect.right));
      let isEllipsised = false;
      for (let box: Element | null = within; box && box !== document.body; box = next(box)) {
        const style = getComputedStyle(box);
        const isInline = style.display === "inline" && !(box instanceof SVGSVGElement);
        if (style.overflowX === "visible" || isInline) continue;
        const { left: start, right: end } = box.getBoundingClientRect();
        // Hidden for the eye, for screen readers only.
        if (end - start <= 1) return;
        if (style.overflowX === "auto" || style.overflowX === "scroll") [left, right] = [start, end];
        else if (left < start - 1 || right > end + 1) {
          isEllipsised = style.textOverflow === "ellipsis";
          cut.push({ text, box, isEllipsised });
          return;
        }
      }
      whole.add(text);
    }

    /** Returns the next element that can cut off this one. */
    function next(box: Element): Element | null {
      const { position } = getComputedStyle(box);
      if (position === "fixed") return null;
      return position === "absolute" && box instanceof HTMLElement ? box.offsetParent : box.parentElement;
    }

    function isInTitle(text: string, box: Element): boolean {
      const titled = [box.closest("[title]"), ...box.querySelectorAll("[title]")];
      return titled.some((element) => normalize(element?.getAttribute("title") ?? "").includes(text));
    }

    function isShown(element: Element): boolean {
      return element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    }

    function describe(box: Element): string {
      const name = box.getAttribute("aria-label") ?? box.getAttribute("class");
      return box.tagName.toLowerCase() + (name ? ` "${name}"` : "");
    }

    function normalize(text: string | null): string {
      return (text ?? "").replace(/\s+/g, " ").trim();
    }
  });
}
