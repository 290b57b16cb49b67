import Quill from "quill";

/** A picture in a text: its place and its description. */
export type Picture = { index: number; alt: string };

/** Returns the picture that is selected; null when something else is. */
export function findPicture(quill: Quill): Picture | null {
  const range = quill.getSelection();
  if (range?.length !== 1) return null;
  const [op] = quill.getContents(range.index, 1).ops;
  if (typeof op?.insert !== "object" || !("image" in op.insert)) return null;
  const { alt } = op.attributes ?? {};
  return { index: range.index, alt: typeof alt === "string" ? alt : "" };
}

/** Selects the picture that is clicked. */
export function selectClickedPicture(quill: Quill, target: EventTarget | null) {
  if (!(target instanceof HTMLImageElement)) return;
  const blot = Quill.find(target);
  if (blot && "statics" in blot) quill.setSelection(quill.getIndex(blot), 1, "user");
}
