import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { execute } from "../../../app/graphql.ts";
import type { CopyUnitsMutation } from "../../../gen/graphql.ts";
import { RemoveUnits } from "./copyUnits.documents.ts";
import { UnitsDone } from "./UnitsDone.tsx";

type Props = { copied: CopyUnitsMutation["copyUnits"]; onClose: () => void };

/** Shows how many units were copied and where, and undoes it. */
export function CopiedUnits({ copied: { course_id, title, version, unit_ids }, onClose }: Props) {
  const { t } = useLingui();
  const name = title || t`Untitled course`;
  return (
    <UnitsDone
      courseId={course_id}
      undo={() => execute(RemoveUnits, { course_id, unit_ids, version })}
      done={{
        title: t`Units copied`,
        result: plural(unit_ids.length, {
          one: `# unit was copied to the end of "${name}".`,
          other: `# units were copied to the end of "${name}".`,
        }),
      }}
      undone={{
        title: t`Copies removed`,
        result: plural(unit_ids.length, {
          one: `# unit was removed from "${name}" again.`,
          other: `# units were removed from "${name}" again.`,
        }),
      }}
      hint={t`You can undo this here until a learner begins one of the copies or the course is saved.`}
      onClose={onClose}
    />
  );
}
