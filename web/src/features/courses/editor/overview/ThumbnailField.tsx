import { useLingui } from "@lingui/react/macro";
import { ImageUp } from "lucide-react";
import { useRef } from "react";
import { Button } from "../../../../ui/Button.tsx";
import { Cover } from "../../../../ui/Cover.tsx";
import { UploadProgress } from "../../../../ui/UploadBox.tsx";
import { useEditor, useUpload } from "../editorContext.ts";
import { thumbnailKey } from "../publishRules.ts";

/** Edits the picture of the course. */
export function ThumbnailField() {
  const { t } = useLingui();
  const { state, dispatch, uploads } = useEditor();
  const upload = useUpload(thumbnailKey);
  const input = useRef<HTMLInputElement>(null);
  const address = upload?.preview ?? state.course.thumbnail;
  const change = (thumbnail: string | null) => dispatch({ do: "changeOverview", change: { thumbnail } });

  return (
    <div role="group" aria-label={t`Thumbnail`}>
      <p className="mb-1.5 text-sm font-medium">{t`Thumbnail`}</p>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/gif,image/webp"
        aria-label={t`Thumbnail`}
        className="hidden"
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = "";
          if (file) uploads.start(thumbnailKey, "image", file, ({ url }) => change(url));
        }}
      />
      <button
        type="button"
        onClick={() => input.current?.click()}
        className="relative block w-full max-w-72 overflow-hidden rounded-card border border-line"
      >
        {address ? (
          <img src={address} alt="" className="aspect-[320/168] w-full object-cover" />
        ) : (
          <Cover seed={state.id ?? 7} className="aspect-[320/168] w-full" />
        )}
        <span className="flex items-center justify-center gap-2 border-t border-line bg-surface px-3 py-2 text-small font-semibold">
          <ImageUp size={15} aria-hidden />
          {t`Choose image`}
        </span>
      </button>
      <div className="mt-2 flex max-w-72 flex-wrap items-center gap-2 text-small">
        {upload?.status === "sending" && <UploadProgress name={upload.file.name} part={upload.part} />}
        {upload?.status === "failed" && (
          <p role="alert" className="w-full text-danger">
            {upload.message}
          </p>
        )}
        {upload?.status === "failed" && (
          <Button kind="quiet" size="small" onClick={() => uploads.retry(thumbnailKey)}>
            {t`Try again`}
          </Button>
        )}
        {upload && (
          <Button kind="ghost" size="small" onClick={() => uploads.cancel(thumbnailKey)}>
            {t`Cancel`}
          </Button>
        )}
        {!upload && state.course.thumbnail && (
          <Button kind="ghost" size="small" onClick={() => change(null)}>
            {t`Remove image`}
          </Button>
        )}
      </div>
    </div>
  );
}
