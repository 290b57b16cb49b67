import { useLingui } from "@lingui/react/macro";
import { Card } from "../../../../ui/Card.tsx";
import { Field } from "../../../../ui/Field.tsx";
import type { Unit, UnitType } from "../draft.ts";
import { useEditor } from "../editorContext.ts";
import { AssignmentUnitFields } from "./AssignmentUnitFields.tsx";
import { AudioUnitFields } from "./AudioUnitFields.tsx";
import { ContentUnitFields } from "./ContentUnitFields.tsx";
import { IframeUnitFields } from "./IframeUnitFields.tsx";
import { PresentationUnitFields } from "./PresentationUnitFields.tsx";
import { ScormUnitFields } from "./ScormUnitFields.tsx";
import { TestUnitFields } from "./TestUnitFields.tsx";
import { VideoUnitFields } from "./VideoUnitFields.tsx";

/** What every unit's own fields get. */
export type UnitFieldsProps = { unit: Unit; onChange: (change: UnitChange) => void };
export type UnitChange = Partial<Omit<Unit, "key" | "id" | "type">>;

const fields: Record<UnitType, (props: UnitFieldsProps) => React.ReactNode> = {
  Content: ContentUnitFields,
  Video: VideoUnitFields,
  Audio: AudioUnitFields,
  Presentation: PresentationUnitFields,
  iFrame: IframeUnitFields,
  Test: TestUnitFields,
  Assignment: AssignmentUnitFields,
  Scorm: ScormUnitFields,
};

/** The editor of one unit. */
export function UnitForm({ unit }: { unit: Unit }) {
  const { t } = useLingui();
  const { dispatch } = useEditor();
  const Fields = fields[unit.type];
  const change = (part: UnitChange) => dispatch({ do: "changeUnit", key: unit.key, change: part });

  return (
    <Card>
      <h2 className="sr-only">{unit.title}</h2>
      <div className="grid grid-cols-1 gap-6">
        <Field
          label={t`Title`}
          value={unit.title}
          maxLength={200}
          onChange={(event) => change({ title: event.target.value })}
        />
        <Fields unit={unit} onChange={change} />
      </div>
    </Card>
  );
}
