import { msg } from "@lingui/core/macro";
import type { MessageDescriptor } from "@lingui/core";
import {
  AppWindow,
  FileText,
  Headphones,
  ListChecks,
  Package,
  PenLine,
  Play,
  Presentation,
  type LucideIcon,
} from "lucide-react";
import type { Unit } from "./units.ts";

type Kind = { label: MessageDescriptor; icon: LucideIcon };

/** The types of units in words and as pictures. */
export const unitKinds: Record<Unit["__typename"], Kind> = {
  Content: { label: msg`Content`, icon: FileText },
  Video: { label: msg`Video`, icon: Play },
  AudioUnit: { label: msg`Audio`, icon: Headphones },
  DocumentUnit: { label: msg`Presentation`, icon: Presentation },
  iFrameUnitType: { label: msg`iFrame`, icon: AppWindow },
  ScormUnitType: { label: msg`Scorm`, icon: Package },
  TestUnitType: { label: msg`Test`, icon: ListChecks },
  AssignmentUnitType: { label: msg`Assignment`, icon: PenLine },
};

/** The title of a unit, or what stands for a missing one. */
export const unitTitle = ({ title, __typename }: Pick<Unit, "title" | "__typename">): MessageDescriptor | string =>
  title?.trim() || (__typename === "TestUnitType" ? msg`Test Unit` : msg`Untitled Unit`);
