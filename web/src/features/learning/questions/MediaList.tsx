import { useLingui } from "@lingui/react/macro";

type Media = { kind: string; file: string; alt: string };

/** Shows the pictures and recordings of a question; renders nothing without them. */
export function MediaList({ media }: { media: readonly Media[] }) {
  const { t } = useLingui();
  if (media.length === 0) return null;
  return (
    <div className="mt-4 mb-1 grid gap-4">
      {media.map(({ kind, file, alt }, at) =>
        kind === "audio" ? (
          <figure key={at} className="min-w-0">
            {alt && <figcaption className="mb-1.5 text-sm text-muted">{alt}</figcaption>}
            <audio
              controls
              preload="metadata"
              src={file}
              aria-label={alt || t`Recording`}
              className="w-full max-w-md"
            />
          </figure>
        ) : (
          <img key={at} src={file} alt={alt} className="max-h-96 max-w-full rounded-ctl bg-white object-contain" />
        ),
      )}
    </div>
  );
}
