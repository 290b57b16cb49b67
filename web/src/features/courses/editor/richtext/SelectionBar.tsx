import { useLingui } from "@lingui/react/macro";
import type Quill from "quill";
import { useEffect, useState, type RefObject } from "react";
import { findTable } from "./blocks.ts";
import { findPicture, type Picture } from "./picture.ts";

type Props = { quill: RefObject<Quill | null> };
type Selected = { kind: "table" } | { kind: "picture"; picture: Picture } | null;

const field = "min-h-9 min-w-0 flex-1 rounded-ctl border border-line-strong bg-surface px-2.5 text-sm";
const button = "min-h-8 rounded-ctl border border-line-strong bg-surface px-2.5 text-small font-medium";

/** Offers what can be done with the table or the picture at the cursor. */
export function SelectionBar({ quill }: Props) {
  const { t } = useLingui();
  const [selected, setSelected] = useState<Selected>(null);

  useEffect(() => {
    const editor = quill.current;
    if (!editor) return;
    const update = () => {
      // The bar stays while one of its own controls has the focus.
      if (!editor.hasFocus()) return;
      const picture = findPicture(editor);
      if (picture) setSelected({ kind: "picture", picture });
      else setSelected(findTable(editor) ? { kind: "table" } : null);
    };
    editor.on("editor-change", update);
    return () => {
      editor.off("editor-change", update);
    };
  }, [quill]);

  if (!selected) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 border-x border-line-strong bg-sunken px-2 pb-2">
      {selected.kind === "picture" ? (
        <label className="flex w-full flex-wrap items-center gap-2 text-small">
          {t`Description of the picture`}
          <input
            key={selected.picture.index}
            className={field}
            maxLength={300}
            defaultValue={selected.picture.alt}
            placeholder={t`What it shows, for people who cannot see it`}
            onChange={({ target }) =>
              quill.current?.formatText(selected.picture.index, 1, "alt", target.value.trim() || false, "user")
            }
          />
        </label>
      ) : (
        <div role="group" aria-label={t`Table`} className="flex flex-wrap gap-2">
          {(
            [
              ["insertRowBelow", t`Add row`],
              ["insertColumnRight", t`Add column`],
              ["deleteRow", t`Delete row`],
              ["deleteColumn", t`Delete column`],
              ["deleteTable", t`Delete table`],
            ] as const
          ).map(([command, name]) => (
            <button key={command} type="button" className={button} onClick={() => change(command)}>
              {name}
            </button>
          ))}
        </div>
      )}
    </div>
  );

  function change(command: "insertRowBelow" | "insertColumnRight" | "deleteRow" | "deleteColumn" | "deleteTable") {
    const editor = quill.current;
    editor?.focus();
    if (editor) findTable(editor)?.[command]();
    if (editor && !findTable(editor)) setSelected(null);
  }
}
