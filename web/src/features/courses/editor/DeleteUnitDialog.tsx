import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { execute } from "../../../app/graphql.ts";
import { Confirm } from "../../../ui/Confirm.tsx";
import { UnitImpact } from "./editor.documents.ts";
import { useEditorTools } from "./editorContext.ts";

type Props = {
  /** The unit to delete, and its title in the list; null keeps the dialog closed. */
  unit: { key: string; title: string } | null;
  onClose: () => void;
};

/** Asks before a unit is deleted, and shows how many learners have progress in it. */
export function DeleteUnitDialog({ unit, onClose }: Props) {
  const { t } = useLingui();
  const { dispatch, uploads } = useEditorTools();
  return (
    <Confirm
      open={unit !== null}
      onClose={onClose}
      onConfirm={() => {
        if (unit) {
          uploads.cancel(unit.key);
          dispatch({ do: "deleteUnit", key: unit.key });
        }
        onClose();
      }}
      title={t`Confirm Deletion`}
      confirm={t`Delete`}
    >
      {unit && <strong className="block pb-1 font-medium text-ink">{unit.title}</strong>}
      {t`Are you sure you want to delete this unit? It is gone for learners once the course is saved.`}
      {unit && <Touched unitKey={unit.key} />}
    </Confirm>
  );
}

/** Shows the number of learners. A unit that was never saved has none: nothing is requested. */
function Touched({ unitKey }: { unitKey: string }) {
  const { t } = useLingui();
  const { latest } = useEditorTools();
  const { id: courseId, course } = latest();
  const unitId = course.units.find(({ key }) => key === unitKey)?.id ?? null;
  const { data, isError } = useQuery({
    queryKey: ["unit-impact", unitId],
    queryFn: async () => (await execute(UnitImpact, { id: courseId!, unit_id: unitId! })).courseImpact.learners,
    enabled: courseId !== null && unitId !== null,
    // Learners continue while the author edits.
    staleTime: 0,
    gcTime: 0,
  });
  if (courseId === null || unitId === null) return null;
  return (
    <span role="status" className="mt-3 block font-medium text-ink">
      {words()}
    </span>
  );

  function words() {
    if (isError) return t`How many learners have progress in this unit could not be found out.`;
    if (data === undefined) return t`Counting the learners who have progress in this unit ...`;
    if (data === 0) return t`No learner has progress in this unit.`;
    return plural(data, {
      one: "# learner has progress in this unit, and loses it.",
      other: "# learners have progress in this unit, and lose it.",
    });
  }
}
