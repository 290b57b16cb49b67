import { type ReactNode } from "react";
import type { PlayerSession } from "../session.ts";
import type { Unit } from "../units.ts";
import { AudioViewer } from "./AudioViewer.tsx";
import { DocumentViewer } from "./DocumentViewer.tsx";
import { FrameViewer } from "./FrameViewer.tsx";
import { VideoViewer } from "./VideoViewer.tsx";
import { lazyPart } from "../../../../ui/lazyPart.tsx";

const AssignmentViewer = lazyPart(async () => ({
  default: (await import("./assignment/AssignmentViewer.tsx")).AssignmentViewer,
}));

const SurveyViewer = lazyPart(async () => ({ default: (await import("./survey/SurveyViewer.tsx")).SurveyViewer }));

const ScormViewer = lazyPart(async () => ({ default: (await import("./scorm/ScormViewer.tsx")).ScormViewer }));

type Props = { courseId: number; attempt: number; unit: Unit; title: string; session: PlayerSession };

/** The types that are shown otherwise: texts as they are, tests on a page of their own. */
type OtherType = "Content" | "TestUnitType";
type ViewerProps<Type> = Omit<Props, "unit"> & { unit: Extract<Unit, { __typename: Type }> };

/** Registers the viewer of each type of unit. */
const viewers: { [Type in Exclude<Unit["__typename"], OtherType>]: (props: ViewerProps<Type>) => ReactNode } = {
  Video: ({ unit, title, session }) => <VideoViewer unit={unit} title={title} place={session.placeIn(unit)} />,
  AudioUnit: ({ unit, title, session }) => <AudioViewer unit={unit} title={title} place={session.placeIn(unit)} />,
  DocumentUnit: ({ unit, title }) => <DocumentViewer unit={unit} title={title} />,
  iFrameUnitType: ({ unit, title }) => <FrameViewer unit={unit} title={title} />,
  AssignmentUnitType: ({ courseId, attempt, unit, session }) => (
    <AssignmentViewer
      isPreview={session.mode === "preview"}
      courseId={courseId}
      attempt={attempt}
      unit={unit}
      timeSpent={() => session.timekeeper.secondsOn(unit.id)}
    />
  ),
  SurveyUnitType: ({ courseId, unit, session }) => (
    <SurveyViewer key={unit.id} mode={session.mode} courseId={courseId} unit={unit} />
  ),
  ScormUnitType: ({ courseId, unit, title }) => <ScormViewer courseId={courseId} unit={unit} title={title} />,
};

/** Shows a unit that is more than a text, by its type. */
export function RichViewer(props: Props) {
  const type = props.unit.__typename as keyof typeof viewers;
  const Viewer = viewers[type] as (props: Props) => ReactNode;
  return <Viewer {...props} />;
}
