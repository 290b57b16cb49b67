import "./quill.css";
import { useLingui } from "@lingui/react/macro";
import Quill from "quill";
import { useEffect, useRef } from "react";
import { getMessage } from "../../../../app/errors.ts";
import { toast } from "../../../../ui/toast.ts";
import { isBlankContent, type Delta } from "../delta.ts";
import { sendFile } from "../uploads.ts";
import { nameControls, type ControlNames } from "./nameControls.ts";

type Props = { label: string; initial: Delta; onChange: (content: string | null) => void };

const toolbar = [
  [{ header: [1, 2, 3, false] }, { font: [] }],
  ["bold", "italic", "underline", "strike"],
  [{ list: "ordered" }, { list: "bullet" }],
  [{ align: [] }],
  ["link", "image"],
  ["clean"],
];
// `indent` has no button, but imported texts may have it.
const formats = "header font bold italic underline strike list indent align link image".split(" ");
const pictures = "image/png,image/jpeg,image/gif,image/webp";

// Tab leaves the editor: one that keeps it cannot be left by keyboard.
const leaveTab = { key: "Tab", handler: () => true };
const bindings = { tab: leaveTab, indent: leaveTab, outdent: { ...leaveTab, shiftKey: true } };

// The most characters of an embedded image; the server has a limit too.
const longestDataUrl = 130_000;

/** Loads Quill when it is needed. Reports the text as a Delta in JSON; null when it is empty. */
export default function QuillEditor({ label, initial, onChange }: Props) {
  const { t } = useLingui();
  const host = useRef<HTMLDivElement>(null);
  const latest = useRef(onChange);
  const names = useRef<ControlNames>(undefined);
  names.current = {
    text: label,
    toolbar: t`Formatting`,
    link: t`Link address`,
    buttons: {
      "ql-bold": t`Bold`,
      "ql-italic": t`Italic`,
      "ql-underline": t`Underline`,
      "ql-strike": t`Strikethrough`,
      "ql-link": t`Insert link`,
      "ql-image": t`Insert image`,
      "ql-clean": t`Clear formatting`,
      "ql-list ordered": t`Numbered list`,
      "ql-list bullet": t`Bulleted list`,
    },
    pickers: { "ql-header": t`Heading level`, "ql-font": t`Font`, "ql-align": t`Alignment` },
  };
  const isFetched = t`The server fetches pictures of other websites after you save. They appear when you open the course again.`;
  const tooLarge = t`A picture in the pasted text was too large and was left out. Use the image button for it.`;

  useEffect(() => {
    latest.current = onChange;
  });

  useEffect(() => {
    const element = host.current;
    if (!element || !names.current) return;
    const box = element.appendChild(document.createElement("div"));
    const quill = new Quill(box, {
      theme: "snow",
      placeholder: t`Compose an epic...`,
      formats,
      modules: {
        toolbar: { container: toolbar, handlers: { image: () => chooseImages(quill) } },
        keyboard: { bindings },
        uploader: { mimetypes: pictures.split(","), handler: (_: unknown, files: File[]) => void insert(quill, files) },
      },
    });
    quill.clipboard.addMatcher("IMG", (node, delta) => {
      const { src } = node as HTMLImageElement;
      if (/^https?:/.test(src) && new URL(src).origin !== location.origin) toast({ kind: "info", text: isFetched });
      if (src.length <= longestDataUrl) return delta;
      toast({ kind: "error", text: tooLarge });
      return new (Quill.import("delta"))();
    });
    quill.setContents(initial.ops as Parameters<typeof quill.setContents>[0], "silent");
    quill.history.clear();
    nameControls(element, quill.root, names.current);
    quill.on("text-change", () => {
      const content = JSON.stringify(quill.getContents());
      latest.current(isBlankContent(content) ? null : content);
    });
    return () => {
      quill.off("text-change");
      element.replaceChildren();
    };
    // The text is Quill's own from here on; a new one comes with a new key.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  return <div ref={host} className="rich-text" />;
}

function chooseImages(quill: Quill) {
  const input = document.createElement("input");
  input.type = "file";
  input.accept = pictures;
  input.multiple = true;
  input.onchange = () => void insert(quill, [...(input.files ?? [])]);
  input.click();
}

/** Uploads images and inserts their addresses at the cursor. */
async function insert(quill: Quill, files: File[]) {
  for (const file of files) {
    try {
      const { url } = await sendFile("image", file);
      const { index } = quill.getSelection(true);
      quill.insertEmbed(index, "image", url, "user");
      quill.setSelection(index + 1, "silent");
    } catch (error) {
      toast({ kind: "error", text: getMessage(error) });
    }
  }
}
