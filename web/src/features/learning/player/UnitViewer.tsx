import { useLingui } from "@lingui/react/macro";
import { lazy } from "react";
import { RichText } from "../../../ui/text/RichText.tsx";
import type { PlayerSession } from "./session.ts";
import type { Unit } from "./units.ts";

// Each is fetched when a unit of its type is opened.
const VideoViewer = lazy(async () => ({ default: (await import("./VideoViewer.tsx")).VideoViewer }));
const AudioViewer = lazy(async () => ({ default: (await import("./AudioViewer.tsx")).AudioViewer }));
const DocumentViewer = lazy(async () => ({ default: (await import("./DocumentViewer.tsx")).DocumentViewer }));
const FrameViewer = lazy(async () => ({ default: (await import("./FrameViewer.tsx")).FrameViewer }));
const AssignmentViewer = lazy(async () => ({
  default: (await import("./assignment/AssignmentViewer.tsx")).AssignmentViewer,
}));

type Props = { courseId: number; unit: Unit; title: string; session: PlayerSession };

/** What a unit shows, by its type; test units have a screen of their own. */
export function UnitViewer({ courseId, unit, title, session }: Props) {
  const { t } = useLingui();
  switch (unit.__typename) {
    case "Content":
      return <RichText content={unit.content} />;
    case "Video":
      return <VideoViewer unit={unit} title={title} />;
    case "AudioUnit":
      return <AudioViewer unit={unit} title={title} />;
    case "DocumentUnit":
      return <DocumentViewer unit={unit} title={title} />;
    case "iFrameUnitType":
      return <FrameViewer unit={unit} title={title} />;
    case "AssignmentUnitType":
      return (
        <AssignmentViewer courseId={courseId} unit={unit} timeSpent={() => session.timekeeper.secondsOn(unit.id)} />
      );
    default:
      return <p className="text-muted">{t`This type of unit cannot be shown here yet.`}</p>;
  }
}
