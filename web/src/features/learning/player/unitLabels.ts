import { msg } from "@lingui/core/macro";
import type { MessageDescriptor } from "@lingui/core";
import {
  AppWindow,
  FileText,
  Headphones,
  ListChecks,
  MessageSquareText,
  Package,
  PenLine,
  Play,
  Presentation,
  type LucideIcon,
} from "lucide-react";
import { unitTypeNames } from "../../../app/unitTypeNames.ts";
import type { OutlineUnit, Typename } from "./units.ts";

type Kind = { label: MessageDescriptor; icon: LucideIcon };

/** Registers the types of unit: their names and icons. Viewers are in `viewers/RichViewer.tsx`. */
export const unitKinds: Record<Typename, Kind> = {
  Content: { label: unitTypeNames.Content, icon: FileText },
  Video: { label: unitTypeNames.Video, icon: Play },
  AudioUnit: { label: unitTypeNames.Audio, icon: Headphones },
  DocumentUnit: { label: unitTypeNames.Presentation, icon: Presentation },
  iFrameUnitType: { label: unitTypeNames.iFrame, icon: AppWindow },
  ScormUnitType: { label: unitTypeNames.Scorm, icon: Package },
  TestUnitType: { label: unitTypeNames.Test, icon: ListChecks },
  AssignmentUnitType: { label: unitTypeNames.Assignment, icon: PenLine },
  SurveyUnitType: { label: unitTypeNames.Survey, icon: MessageSquareText },
};

/** Returns the title of a unit, or the label of its type. */
export const unitTitle = ({
  title,
  __typename,
}: Pick<OutlineUnit, "title" | "__typename">): MessageDescriptor | string =>
  title?.trim() || (__typename === "TestUnitType" ? msg`Test Unit` : msg`Untitled Unit`);
