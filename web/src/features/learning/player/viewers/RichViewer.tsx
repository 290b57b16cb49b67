import { useLingui } from "@lingui/react/macro";
import { lazy } from "react";
import type { PlayerSession } from "../session.ts";
import type { Unit } from "../units.ts";
import { AudioViewer } from "./AudioViewer.tsx";
import { DocumentViewer } from "./DocumentViewer.tsx";
import { FrameViewer } from "./FrameViewer.tsx";
import { VideoViewer } from "./VideoViewer.tsx";

const AssignmentViewer = lazy(async () => ({
  default: (await import("./assignment/AssignmentViewer.tsx")).AssignmentViewer,
}));

const ScormViewer = lazy(async () => ({ default: (await import("./scorm/ScormViewer.tsx")).ScormViewer }));

type Props = { courseId: number; attempt: number; unit: Unit; title: string; session: PlayerSession };

/** A unit that is more than words, by its type. */
export function RichViewer({ courseId, attempt, unit, title, session }: Props) {
  const { t } = useLingui();
  switch (unit.__typename) {
    case "Video":
      return <VideoViewer unit={unit} title={title} place={session.placeIn(unit)} />;
    case "AudioUnit":
      return <AudioViewer unit={unit} title={title} place={session.placeIn(unit)} />;
    case "DocumentUnit":
      return <DocumentViewer unit={unit} title={title} />;
    case "iFrameUnitType":
      return <FrameViewer unit={unit} title={title} />;
    case "AssignmentUnitType":
      return (
        <AssignmentViewer
          courseId={courseId}
          attempt={attempt}
          unit={unit}
          timeSpent={() => session.timekeeper.secondsOn(unit.id)}
        />
      );
    case "ScormUnitType":
      return <ScormViewer courseId={courseId} unit={unit} title={title} />;
    default:
      return <p className="text-muted">{t`This type of unit cannot be shown here yet.`}</p>;
  }
}
