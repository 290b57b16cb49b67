import { useLingui } from "@lingui/react/macro";
import { Captions as CaptionsIcon, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../../../ui/Button.tsx";
import { Select } from "../../../../../ui/Select.tsx";
import { UploadBox } from "../../../../../ui/UploadBox.tsx";
import { useEditor, useUpload } from "../../editorContext.ts";
import { getCaptionsKey } from "../../publishRules.ts";
import type { UnitFieldsProps } from "../unitFieldsProps.ts";
import { formatLanguage } from "../../../../../ui/format.ts";

const languages =
  "ar bn cs cy da de el en es et fa fi fr ga gu he hi hr hu id it ja ko lt lv mt nl no pa pl pt ro ru sk sl so sv ta tr uk ur vi zh".split(
    " ",
  );

/** Edits the captions of a video: WebVTT files, one for each language. */
export function CaptionsField({ unit, onChange }: UnitFieldsProps) {
  const { t, i18n } = useLingui();
  const { dispatch, latest, uploads } = useEditor();
  const key = getCaptionsKey(unit);
  const upload = useUpload(key);
  const free = languages.filter((language) => !unit.captions.some((each) => each.language === language));
  const [chosen, setChosen] = useState("");
  const language = free.includes(chosen) ? chosen : (free.find((each) => each === i18n.locale) ?? free[0] ?? "");

  return (
    <section aria-label={t`Captions`} className="grid gap-4 rounded-card border border-line p-4">
      <h3 className="text-sm font-medium">{t`Captions`}</h3>
      {unit.captions.length > 0 && (
        <ul className="divide-y divide-line rounded-ctl border border-line">
          {unit.captions.map((each) => {
            const name = formatLanguage(each.language);
            return (
              <li key={each.language} className="flex items-center gap-3 px-4 py-2 text-sm">
                <CaptionsIcon size={16} aria-hidden className="shrink-0 text-muted" />
                <span className="font-medium">{name}</span>
                <span className="min-w-0 flex-1 truncate text-muted" title={each.file_name}>
                  {each.file_name}
                </span>
                <Button
                  kind="ghost"
                  size="icon"
                  aria-label={t`Remove the captions in ${name}`}
                  onClick={() => onChange({ captions: unit.captions.filter((other) => other !== each) })}
                >
                  <Trash2 size={16} aria-hidden />
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      <div className="grid items-start gap-4 sm:grid-cols-[200px_minmax(0,1fr)]">
        <Select
          label={t`Language of the captions`}
          value={language}
          onChange={(event) => setChosen(event.target.value)}
          options={free
            .map((value) => ({ value, label: formatLanguage(value) }))
            .toSorted((a, b) => a.label.localeCompare(b.label, i18n.locale))}
        />
        <UploadBox
          label={t`Captions file`}
          hint={t`WebVTT (.vtt), up to 5 MB.`}
          accept=".vtt,text/vtt"
          upload={upload}
          onChoose={([file]) => file && send(file)}
          onCancel={() => uploads.cancel(key)}
          onRetry={() => uploads.retry(key)}
        />
      </div>
    </section>
  );

  /** Reads the newest captions at its end, when another part of the course may be shown. */
  function send(file: File) {
    uploads.start(key, "captions", file, ({ url: file_path }) => {
      const before = latest().course.units.find((each) => each.key === unit.key)?.captions ?? [];
      const others = before.filter((each) => each.language !== language);
      const captions = [...others, { language, file_path, file_name: file.name }];
      dispatch({ do: "changeUnit", key: unit.key, change: { captions } });
    });
  }
}
