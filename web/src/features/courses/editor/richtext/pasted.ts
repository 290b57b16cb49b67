import type Quill from "quill";
import type { Delta as QuillDelta, Op } from "quill";

type Pictures = {
  /** Takes a picture that was embedded in the pasted text. */
  upload: (file: File) => void;
  onForeign: () => void;
  onLost: () => void;
};

// The most characters of an embedded image; the server has a limit too.
const longestDataUrl = 130_000;

/** Cleans what is pasted from other programs, such as Word and Google Docs. */
export function cleanPastedText(quill: Quill, { upload, onForeign, onLost }: Pictures) {
  const { clipboard } = quill;
  const empty = (delta: QuillDelta): QuillDelta => delta.slice(0, 0);
  clipboard.addMatcher("IMG", (node, delta) => {
    const src = node instanceof Element ? (node.getAttribute("src") ?? "") : "";
    if (/^data:/i.test(src)) {
      if (src.length <= longestDataUrl) return delta;
      const file = readDataUrl(src);
      if (file) upload(file);
      else onLost();
      return empty(delta);
    }
    const address = URL.canParse(src, location.href) ? new URL(src, location.href) : null;
    if (!address || !/^https?:$/.test(address.protocol)) {
      onLost();
      return empty(delta);
    }
    if (address.origin !== location.origin) onForeign();
    return delta;
  });
  // A cell is one line: the paragraphs that Word puts into it become one, and merged cells become empty ones.
  for (const tag of ["TD", "TH"])
    clipboard.addMatcher(tag, (node, delta) => {
      const isInTable = node.parentElement?.tagName === "TR";
      if (!isInTable) return delta;
      const spanned = Math.min(Number((node as Element).getAttribute("colspan")) || 1, 20) - 1;
      return toCell(delta, empty(delta)).insert("\n".repeat(1 + spanned));
    });
  // The editor has three levels of headings.
  for (const tag of ["H4", "H5", "H6"])
    clipboard.addMatcher(tag, (_, delta) =>
      delta.reduce(
        (all: QuillDelta, { insert, attributes }: Op) =>
          all.insert(insert!, attributes?.["header"] ? { ...attributes, header: 3 } : attributes),
        empty(delta),
      ),
    );
}

/** Joins the lines of a pasted cell, without the formats of lines. */
function toCell(delta: QuillDelta, empty: QuillDelta): QuillDelta {
  const last = delta.ops.length - 1;
  return delta.reduce((cell: QuillDelta, { insert, attributes }: Op, i: number) => {
    if (typeof insert !== "string") return cell.insert(insert!, attributes);
    const text = (i === last ? insert.replace(/\n+$/, "") : insert).replace(/\n+/g, " ");
    const { bold, italic, underline, strike, link, font } = attributes ?? {};
    return text ? cell.insert(text, given({ bold, italic, underline, strike, link, font })) : cell;
  }, empty);
}

const given = (formats: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(formats).filter(([, value]) => value !== undefined));

/** Reads a picture from its data URL; null for what is no picture. */
function readDataUrl(url: string): File | null {
  const match = /^data:image\/(png|jpeg|gif|webp);base64,([a-z0-9+/=\s]+)$/i.exec(url);
  if (!match) return null;
  const type = match[1]!.toLowerCase();
  const bytes = Uint8Array.from(atob(match[2]!.replace(/\s/g, "")), (character) => character.charCodeAt(0));
  return new File([bytes], `picture.${type}`, { type: `image/${type}` });
}
