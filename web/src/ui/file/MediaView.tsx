import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { Select } from "../Select.tsx";
import { onMediaKey } from "./mediaKeys.ts";
import { usePlace, type KeptPlace } from "./usePlace.ts";
import { formatLanguage, formatNumber } from "../format.ts";

type Props = {
  kind: "audio" | "video";
  src: string;
  title: string;
  /** Captions in WebVTT, by language (BCP 47). */
  captions?: readonly { language: string; file_path: string }[];
  /** The key of the position on this device. */
  placeKey?: string;
  /** The position on other devices. */
  place?: KeptPlace;
};

const speeds = [0.75, 1, 1.25, 1.5, 1.75, 2];
const speedKey = "playback-speed";

/** Plays video or audio in the browser's own player, with a speed, from the last position. */
export function MediaView({ kind, src, title, captions = [], placeKey, place }: Props) {
  const { t } = useLingui();
  const media = useRef<HTMLVideoElement & HTMLAudioElement>(null);
  const [speed, setSpeed] = useState(keptSpeed);
  const [failed, setFailed] = useState(false);
  usePlace(media, placeKey, place);
  useEffect(() => {
    if (!media.current) return;
    // Also the default, to which a browser returns when the file is loaded.
    media.current.defaultPlaybackRate = speed;
    media.current.playbackRate = speed;
  }, [speed]);

  const common = {
    ref: media,
    src,
    controls: true,
    controlsList: "nodownload",
    preload: "metadata" as const,
    "aria-label": title,
    "aria-keyshortcuts": "Space K ArrowLeft ArrowRight J L M F",
    onKeyDown: onMediaKey,
    onError: () => setFailed(true),
  };
  return (
    <div className="grid gap-3">
      {kind === "video" ? (
        <video {...common} playsInline className="aspect-video w-full rounded-card bg-black">
          {captions.map(({ language, file_path }) => (
            <track
              key={file_path}
              kind="captions"
              src={file_path}
              srcLang={language}
              label={formatLanguage(language, language)}
            />
          ))}
          {t`Your browser does not support the video tag.`}
        </video>
      ) : (
        <audio {...common} className="w-full">
          {t`Your browser does not support the audio element.`}
        </audio>
      )}
      {failed && (
        <p role="alert" className="text-sm text-danger">
          {t`This file cannot be played in this browser.`}
        </p>
      )}
      <Select
        compact
        label={t`Playback speed`}
        className="w-28 justify-self-end"
        value={String(speed)}
        onChange={({ target }) => {
          localStorage.setItem(speedKey, target.value);
          setSpeed(Number(target.value));
        }}
        options={speeds.map((value) => ({ value: String(value), label: `${formatNumber(value)}×` }))}
      />
    </div>
  );
}

function keptSpeed() {
  const kept = Number(localStorage.getItem(speedKey));
  return speeds.includes(kept) ? kept : 1;
}
