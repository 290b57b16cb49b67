import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { execute } from "../../../app/graphql.ts";
import type { MoveUnitsMutation } from "../../../gen/graphql.ts";
import { UndoMoveUnits } from "./copyUnits.documents.ts";
import { UnitsDone } from "./UnitsDone.tsx";

type Props = {
  /** `from` is the course that lost the units, with their ids in it. */
  moved: MoveUnitsMutation["moveUnits"] & { from: { id: number; unit_ids: number[] } };
  onClose: () => void;
};

/** Shows how many units were moved and where, and undoes it. The editor behind it reads its course again when it closes. */
export function MovedUnits({
  moved: { course_id, title, version, unit_ids, from_version, learners, from },
  onClose,
}: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const name = title || t`Untitled course`;
  return (
    <UnitsDone
      courseId={course_id}
      undo={() =>
        execute(UndoMoveUnits, {
          course_id: from.id,
          unit_ids: from.unit_ids,
          version: from_version,
          to_course_id: course_id,
          moved_unit_ids: unit_ids,
          to_version: version,
        })
      }
      done={{
        title: t`Units moved`,
        result: plural(unit_ids.length, {
          one: `# unit was moved to the end of "${name}".`,
          other: `# units were moved to the end of "${name}".`,
        }),
      }}
      undone={{
        title: t`Units moved back`,
        result: plural(unit_ids.length, {
          one: `# unit was moved back from "${name}".`,
          other: `# units were moved back from "${name}".`,
        }),
      }}
      hint={
        <>
          {learners > 0 &&
            `${plural(learners, {
              one: "# learner had begun them here.",
              other: "# learners had begun them here.",
            })} `}
          {t`You can undo this here until a learner begins one of the units in the other course or one of the courses is saved.`}
        </>
      }
      onClose={() => {
        onClose();
        void client.resetQueries({ queryKey: ["courseToEdit", from.id] });
      }}
    />
  );
}
