import { useLingui } from "@lingui/react/macro";
import { useViewer } from "../../../../app/session.ts";
import { MediaView } from "../../../../ui/file/MediaView.tsx";
import type { KeptPlace } from "../../../../ui/file/usePlace.ts";
import { RichText } from "../../../../ui/text/RichText.tsx";
import type { UnitOf } from "../units.ts";
import { youtubePlayer } from "./youtube.ts";

type Props = { unit: UnitOf<"Video">; title: string; place: KeptPlace };

/** Shows a video from YouTube or a file, with its text. */
export function VideoViewer({ unit, title, place }: Props) {
  return (
    <>
      <Film unit={unit} title={title} place={place} />
      <div className="mt-7">
        <RichText content={unit.content} optional />
      </div>
    </>
  );
}

function Film({ unit: { id, youtube_link, video_path, captions }, title, place }: Props) {
  const { t } = useLingui();
  const viewer = useViewer();
  const youtube = youtubePlayer(youtube_link);
  if (youtube)
    return (
      <iframe
        src={youtube}
        title={title}
        allow="fullscreen; picture-in-picture; encrypted-media"
        referrerPolicy="strict-origin-when-cross-origin"
        className="aspect-video w-full rounded-card bg-black"
      />
    );
  if (video_path)
    return (
      <MediaView
        kind="video"
        src={video_path}
        title={title}
        captions={captions}
        placeKey={`${viewer.id}:${id}`}
        place={place}
      />
    );
  return <p className="text-muted">{t`No video available for this unit.`}</p>;
}
