import { useLingui } from "@lingui/react/macro";
import { Dialog } from "../../../ui/Dialog.tsx";
import type { Resource } from "./Resources.tsx";
import { kindOf } from "./resources.ts";

type Props = { resource: Resource; open: boolean; onClose: () => void };

/** A resource over the page. */
export default function ResourceDialog({ resource, open, onClose }: Props) {
  return (
    <Dialog size="large" title={resource.name} open={open} onClose={onClose}>
      <div onContextMenu={(event) => event.preventDefault()}>
        <Viewer resource={resource} />
      </div>
    </Dialog>
  );
}

function Viewer({ resource: { name, file_path, type } }: { resource: Resource }) {
  const { t } = useLingui();
  switch (kindOf({ type })) {
    case "images":
      return <img src={file_path} alt={name} className="mx-auto max-h-[70dvh] max-w-full rounded-ctl" />;
    case "video":
      return (
        <video
          src={file_path}
          controls
          controlsList="nodownload"
          aria-label={name}
          className="w-full rounded-ctl bg-black"
        >
          {t`Your browser does not support the video tag.`}
        </video>
      );
    case "audio":
      return (
        <audio src={file_path} controls controlsList="nodownload" aria-label={name} className="w-full">
          {t`Your browser does not support the audio element.`}
        </audio>
      );
    case "presentation":
    case "word":
    case "excel":
      return <p>{t`The resource has been downloaded.`}</p>;
    default:
      return (
        <iframe src={file_path} title={name} className="h-[70dvh] w-full rounded-ctl border border-line bg-white" />
      );
  }
}
