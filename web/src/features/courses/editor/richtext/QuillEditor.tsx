import "./quill.css";
import { useLingui } from "@lingui/react/macro";
import Quill from "quill";
import { useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { toast } from "../../../../ui/toast.ts";
import { isBlankContent, type Delta } from "../delta.ts";
import { formatCallout, insertTable, leaveCallout, registerBlocks } from "./blocks.ts";
import { nameControls } from "./nameControls.ts";
import { cleanPastedText } from "./pasted.ts";
import { selectClickedPicture } from "./picture.ts";
import { PictureUploads } from "./PictureUploads.tsx";
import { SelectionBar } from "./SelectionBar.tsx";
import { useControlNames } from "./useControlNames.ts";
import { pictureTypes, usePictures } from "./usePictures.ts";

type Props = { label: string; initial: Delta; onChange: (content: string | null) => void };

const toolbar = [
  [{ header: [1, 2, 3, false] }, { font: [] }],
  ["bold", "italic", "underline", "strike"],
  [{ list: "ordered" }, { list: "bullet" }],
  [{ align: [] }],
  ["link", "image", "table"],
  [{ callout: "note" }, { callout: "tip" }, { callout: "warning" }],
  ["clean"],
];
// `indent` has no button, but imported texts may have it.
const formats = "header font bold italic underline strike list indent align link image table callout".split(" ");

// Tab leaves the editor, except between the cells of a table: one that keeps it cannot be left by keyboard.
const leaveTab = { key: "Tab", handler: () => true };
const bindings = {
  tab: leaveTab,
  indent: leaveTab,
  outdent: { ...leaveTab, shiftKey: true },
  "callout empty enter": leaveCallout,
};

/** Loads Quill when it is needed. Reports the text as a Delta in JSON; null when it is empty. */
export default function QuillEditor({ label, initial, onChange }: Props) {
  const { t } = useLingui();
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<Quill>(null);
  const [bar, setBar] = useState<HTMLElement | null>(null);
  const latest = useRef(onChange);
  const names = useControlNames(label);
  const pictures = usePictures(editor);
  const isFetched = t`The server fetches pictures of other websites after you save. They appear when you open the course again.`;
  const isLost = t`A picture in the pasted text could not be read and was left out. Drag its file into the text, or use the image button.`;

  useEffect(() => {
    latest.current = onChange;
  });

  useEffect(() => {
    const element = host.current;
    if (!element) return;
    registerBlocks();
    const box = element.appendChild(document.createElement("div"));
    const quill = new Quill(box, {
      theme: "snow",
      placeholder: t`Compose an epic...`,
      formats,
      modules: {
        table: true,
        toolbar: {
          container: toolbar,
          handlers: {
            image: () => chooseImages((files) => pictures.add(quill.getSelection(true).index, files)),
            table: () => insertTable(quill),
            callout: (kind: string | false) => formatCallout(quill, kind),
          },
        },
        keyboard: { bindings },
      },
    });
    editor.current = quill;
    // Quill's own would drop other files without a word.
    quill.uploader.upload = ({ index }, files) => pictures.add(index, [...files]);
    cleanPastedText(quill, {
      upload: (file) => pictures.add(quill.getSelection()?.index ?? quill.getLength() - 1, [file]),
      onForeign: () => toast({ kind: "info", text: isFetched }),
      onLost: () => toast({ kind: "error", text: isLost }),
    });
    quill.setContents(initial.ops as Parameters<typeof quill.setContents>[0], "silent");
    quill.history.clear();
    nameControls(element, quill.root, names);
    setBar(element.insertBefore(document.createElement("div"), box));
    quill.on("text-change", (delta) => {
      pictures.move(delta);
      const content = JSON.stringify(quill.getContents());
      latest.current(isBlankContent(content) ? null : content);
    });
    quill.root.addEventListener("click", ({ target }) => selectClickedPicture(quill, target));
    markDropTarget(quill.root, element);
    return () => {
      quill.off("text-change");
      editor.current = null;
      element.replaceChildren();
    };
    // The text is Quill's own from here on; a new one comes with a new key.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  return (
    <>
      <div ref={host} className="rich-text-editor" />
      {bar && createPortal(<SelectionBar quill={editor} />, bar)}
      <PictureUploads {...pictures} />
    </>
  );
}

function chooseImages(onChoose: (files: File[]) => void) {
  const input = document.createElement("input");
  input.type = "file";
  input.accept = pictureTypes;
  input.multiple = true;
  input.onchange = () => onChoose([...(input.files ?? [])]);
  input.click();
}

/** Marks the text while files are dragged over it. */
function markDropTarget(root: HTMLElement, host: HTMLElement) {
  root.addEventListener("dragover", ({ dataTransfer }) => {
    host.toggleAttribute("data-dropping", dataTransfer?.types.includes("Files"));
  });
  for (const end of ["dragleave", "drop"]) root.addEventListener(end, () => host.removeAttribute("data-dropping"));
}
