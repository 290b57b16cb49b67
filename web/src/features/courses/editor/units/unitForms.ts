import {
  AppWindow,
  ClipboardPen,
  FileText,
  Headphones,
  ListChecks,
  MessageSquareText,
  Package,
  Presentation,
  TvMinimalPlay,
  type LucideIcon,
} from "lucide-react";
import { AssignmentUnitFields } from "./assignment/AssignmentUnitFields.tsx";
import { AudioUnitFields } from "./audio/AudioUnitFields.tsx";
import { ContentUnitFields } from "./content/ContentUnitFields.tsx";
import { IframeUnitFields } from "./iframe/IframeUnitFields.tsx";
import { PresentationUnitFields } from "./presentation/PresentationUnitFields.tsx";
import { ScormUnitFields } from "./scorm/ScormUnitFields.tsx";
import { SurveyUnitFields } from "./survey/SurveyUnitFields.tsx";
import { TestUnitFields } from "./test/TestUnitFields.tsx";
import type { UnitFieldsProps } from "./unitFieldsProps.ts";
import type { UnitType } from "./unitTypes.ts";
import { VideoUnitFields } from "./video/VideoUnitFields.tsx";

type UnitForm = { icon: LucideIcon; Fields: (props: UnitFieldsProps) => React.ReactNode };

/** Registers the form and the icon of each type of unit. */
export const unitForms: Record<UnitType, UnitForm> = {
  Content: { icon: FileText, Fields: ContentUnitFields },
  Video: { icon: TvMinimalPlay, Fields: VideoUnitFields },
  Audio: { icon: Headphones, Fields: AudioUnitFields },
  Presentation: { icon: Presentation, Fields: PresentationUnitFields },
  iFrame: { icon: AppWindow, Fields: IframeUnitFields },
  Test: { icon: ListChecks, Fields: TestUnitFields },
  Assignment: { icon: ClipboardPen, Fields: AssignmentUnitFields },
  Survey: { icon: MessageSquareText, Fields: SurveyUnitFields },
  Scorm: { icon: Package, Fields: ScormUnitFields },
};
