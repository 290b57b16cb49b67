import { useLingui } from "@lingui/react/macro";
import { RichText } from "../text/RichText.tsx";
import type { PlayerCourse } from "./units.ts";
import { youtubePlayer } from "./youtube.ts";

type VideoUnit = PlayerCourse["videos"][number];

/** A film from YouTube or from a file, with the words that go with it. */
export function VideoViewer({ unit, title }: { unit: VideoUnit; title: string }) {
  return (
    <>
      <Film unit={unit} title={title} />
      <div className="mt-7">
        <RichText content={unit.content} optional />
      </div>
    </>
  );
}

function Film({ unit: { youtube_link, video_path }, title }: { unit: VideoUnit; title: string }) {
  const { t } = useLingui();
  const youtube = youtubePlayer(youtube_link);
  if (youtube)
    return (
      <iframe
        src={youtube}
        title={title}
        allow="fullscreen; picture-in-picture; encrypted-media"
        referrerPolicy="strict-origin-when-cross-origin"
        className={frame}
      />
    );
  if (video_path)
    return (
      <video src={video_path} controls preload="metadata" aria-label={title} className={frame}>
        {t`Your browser does not support the video tag.`}
      </video>
    );
  return <p className="text-muted">{t`No video available for this unit.`}</p>;
}

const frame = "aspect-video w-full rounded-card bg-black";
