export const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2, 3];

/** Returns the page that a key leads to, or null. */
export function pageAfter(number: number, last: number, key: string): number | null {
  switch (key) {
    case "ArrowLeft":
      return Math.max(1, number - 1);
    case "ArrowRight":
      return Math.min(last, number + 1);
    case "Home":
      return 1;
    case "End":
      return last;
    default:
      return null;
  }
}

/** Returns the zoom that a key leads to: plus, minus, and 0 for the full width. */
export function zoomAfter(zoom: number, key: string): number {
  if (key === "+" || key === "=") return zooms.find((each) => each > zoom) ?? zoom;
  if (key === "-") return zooms.findLast((each) => each < zoom) ?? zoom;
  return key === "0" ? 1 : zoom;
}
