import { useLingui } from "@lingui/react/macro";
import { FileVideo, Link2 } from "lucide-react";
import { Suspense, useState } from "react";
import { loadTexts } from "../../../../../app/i18n.ts";
import { Button } from "../../../../../ui/Button.tsx";
import { Field } from "../../../../../ui/Field.tsx";
import { Skeleton } from "../../../../../ui/Skeleton.tsx";
import { lazyPart } from "../../../../../ui/lazyPart.tsx";
import { useEditor, useEditorTools, useUpload } from "../../editorContext.ts";
import { getCaptionsKey } from "../../publishRules.ts";
import { findYoutubeId } from "../../youtube.ts";
import { CaptionsField } from "./CaptionsField.tsx";
import { UnitFile } from "../UnitFile.tsx";
import type { UnitFieldsProps } from "../unitFieldsProps.ts";
import { findLinkProblem } from "./videoUnit.ts";

// Loaded with its texts when there is a video to show.
const MediaView = lazyPart(async () => {
  const [{ MediaView }] = await Promise.all([import("../../../../../ui/file/MediaView.tsx"), loadTexts("viewers")]);
  return { default: MediaView };
});

type Source = "link" | "file";

/** Edits the source of the video: YouTube or a file. Cancelling returns to the choice. */
export function VideoSource({ unit, onChange }: UnitFieldsProps) {
  const { t } = useLingui();
  const { uploads } = useEditor();
  const upload = useUpload(unit.key);
  // An interrupted upload is shown where it continues.
  const [chosen, setChosen] = useState<Source | null>(uploads.interrupted(unit.key) ? "file" : null);
  const stored: Source | null = unit.file || upload ? "file" : unit.youtube_link ? "link" : null;
  const source = stored ?? chosen;

  return (
    <div role="group" aria-label={t`Video`}>
      {source === null && (
        <>
          <p className="mb-1.5 text-sm font-medium">{t`Video`}</p>
          <div className="grid gap-3 sm:grid-cols-2">
            <Button kind="quiet" size="large" onClick={() => setChosen("link")}>
              <Link2 size={18} aria-hidden />
              {t`YouTube link`}
            </Button>
            <Button kind="quiet" size="large" onClick={() => setChosen("file")}>
              <FileVideo size={18} aria-hidden />
              {t`Upload a video`}
            </Button>
          </div>
        </>
      )}
      {source === "link" && <YouTubeFields unit={unit} onChange={onChange} />}
      {source === "file" && <FileFields unit={unit} onChange={onChange} onCancel={() => setChosen(null)} />}
      {unit.file && (
        <div className="mt-4">
          <CaptionsField unit={unit} onChange={onChange} />
        </div>
      )}
      {source !== null && upload?.status !== "sending" && (
        <Button kind="ghost" size="small" className="mt-2 -ml-3" onClick={backToChoice}>
          {stored ? t`Choose another source` : t`Cancel`}
        </Button>
      )}
    </div>
  );

  function backToChoice() {
    uploads.cancel(unit.key);
    // Without a video, its captions are not shown, and could not be cancelled.
    uploads.cancel(getCaptionsKey(unit));
    onChange({ file: null, file_name: null, file_type: null, youtube_link: "", captions: [] });
    setChosen(null);
  }
}

function YouTubeFields({ unit, onChange }: UnitFieldsProps) {
  const { t } = useLingui();
  const id = findYoutubeId(unit.youtube_link);
  return (
    <div className="grid gap-4">
      <Field
        label={t`YouTube link`}
        type="url"
        placeholder="https://www.youtube.com/watch?v="
        value={unit.youtube_link}
        error={findLinkProblem(unit) ?? undefined}
        onChange={(event) => onChange({ youtube_link: event.target.value })}
      />
      {id && (
        <iframe
          title={t`Preview of the video`}
          src={`https://www.youtube-nocookie.com/embed/${id}`}
          allow="fullscreen; encrypted-media; picture-in-picture"
          referrerPolicy="strict-origin-when-cross-origin"
          className="aspect-video w-full rounded-card border border-line bg-sunken"
        />
      )}
    </div>
  );
}

function FileFields({ unit, onChange, onCancel }: UnitFieldsProps & { onCancel: () => void }) {
  const { t } = useLingui();
  const { uploads } = useEditorTools();
  return (
    <UnitFile
      unit={unit}
      kind="video"
      label={t`Video file`}
      accept="video/mp4,video/webm,video/quicktime,.mp4,.webm,.mov,.m4v"
      hint={t`MP4, WebM or MOV, up to 2 GB.`}
      onCancel={onCancel}
      onRemove={() => {
        uploads.cancel(getCaptionsKey(unit));
        onChange({ file: null, file_name: null, file_type: null });
      }}
    >
      {(address) => (
        <Suspense fallback={<Skeleton className="aspect-video rounded-card" />}>
          <MediaView
            key={address}
            kind="video"
            src={address}
            title={t`Preview of the video`}
            captions={unit.captions}
          />
        </Suspense>
      )}
    </UnitFile>
  );
}
