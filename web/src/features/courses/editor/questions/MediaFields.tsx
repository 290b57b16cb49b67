import { useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import { Button } from "../../../../ui/Button.tsx";
import { UploadProgress } from "../../../../ui/UploadBox.tsx";
import type { Media } from "../question.ts";
import { ChooseFile } from "./ChooseFile.tsx";
import type { QuestionFieldsProps } from "./questionFieldsProps.ts";
import { TextInput } from "./TextInput.tsx";
import { useUploadOfQuestion } from "./questionUpload.ts";

const most = 5;

/** Edits the pictures and recordings that a question shows below its text. */
export function MediaFields({ question: { media = [] }, onChange }: QuestionFieldsProps) {
  const { t } = useLingui();
  const change = (at: number, part: Partial<Media>) =>
    onChange({ media: media.map((each, index) => (index === at ? { ...each, ...part } : each)) });
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{t`Pictures and recordings`}</legend>
      <p className="mb-3 text-small text-muted">
        {t`Learners see them below the question. Say what each picture shows, for those who cannot see it, without telling the answer.`}
      </p>
      {media.length > 0 && (
        <ul className="mb-3 grid gap-3">
          {media.map(({ kind, file, alt }, at) => (
            <li key={file} className="flex flex-wrap items-center gap-3">
              {kind === "picture" ? (
                <img
                  src={file}
                  alt=""
                  className="size-14 shrink-0 rounded-ctl border border-line bg-white object-contain"
                />
              ) : (
                <audio
                  controls
                  preload="metadata"
                  src={file}
                  aria-label={alt || t`Recording`}
                  className="w-full max-w-72"
                />
              )}
              <div className="min-w-40 flex-1">
                <TextInput
                  label={kind === "picture" ? t`Description of picture ${at + 1}` : t`Title of recording ${at + 1}`}
                  placeholder={kind === "picture" ? t`What the picture shows` : t`Title of the recording`}
                  value={alt}
                  maxLength={500}
                  required={kind === "picture"}
                  onChange={(event) => change(at, { alt: event.target.value })}
                />
              </div>
              <Button
                kind="ghost"
                size="icon"
                aria-label={kind === "picture" ? t`Remove picture ${at + 1}` : t`Remove recording ${at + 1}`}
                onClick={() => onChange({ media: media.toSpliced(at, 1) })}
              >
                <X size={16} aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      )}
      {media.length < most && (
        <div className="flex flex-wrap gap-2">
          <ChooseFile
            kind="image"
            label={t`Add picture to the question`}
            onDone={(file) => onChange({ media: [...media, { kind: "picture", file, alt: "" }] })}
          />
          <ChooseFile
            kind="audio"
            label={t`Add recording to the question`}
            onDone={(file) => onChange({ media: [...media, { kind: "audio", file, alt: "" }] })}
          />
        </div>
      )}
    </fieldset>
  );
}

/** Shows the upload that runs for the question, and why the last one failed. */
export function UploadNotice() {
  const { t } = useLingui();
  const { sending, problem, cancel } = useUploadOfQuestion();
  if (sending)
    return (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        <UploadProgress name={sending.name} part={sending.part} />
        <Button kind="quiet" size="small" onClick={cancel}>
          {t`Cancel`}
        </Button>
      </div>
    );
  return problem ? (
    <p role="alert" className="text-sm text-danger">
      {problem}
    </p>
  ) : null;
}
