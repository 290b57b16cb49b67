import { useLingui } from "@lingui/react/macro";
import { useViewer } from "../../../../app/session.ts";
import { MediaView } from "../../../../ui/file/MediaView.tsx";
import type { KeptPlace } from "../../../../ui/file/usePlace.ts";
import { RichText } from "../../../../ui/text/RichText.tsx";
import type { UnitOf } from "../units.ts";

type Props = { unit: UnitOf<"AudioUnit">; title: string; place: KeptPlace };

/** Shows a recording with its text. */
export function AudioViewer({ unit, title, place }: Props) {
  const { t } = useLingui();
  const viewer = useViewer();
  return (
    <>
      {unit.audio_path ? (
        <MediaView
          kind="audio"
          src={unit.audio_path}
          title={title}
          placeKey={`${viewer.id}:${unit.id}`}
          place={place}
        />
      ) : (
        <p className="text-muted">{t`No audio available for this unit.`}</p>
      )}
      <div className="mt-7">
        <RichText content={unit.content} optional />
      </div>
    </>
  );
}
