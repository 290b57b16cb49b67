import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Confirm } from "../../../ui/Confirm.tsx";
import type { Effect } from "./useSavePath.ts";

type Props = { effect: Effect; busy: boolean; onConfirm: () => void; onClose: () => void };

/** Says what a change means for the people who are assigned, before it is saved. */
export function EffectDialog({ effect, busy, onConfirm, onClose }: Props) {
  const { t } = useLingui();
  const { people, gain, keep, lose, complete, stay_complete } = effect;
  const lines = [
    gain > 0 &&
      t`${plural(gain, { one: "# person will have more courses.", other: "# people will have more courses." })}`,
    lose > 0 &&
      t`${plural(lose, { one: "# person leaves a course that they have not started.", other: "# people leave a course that they have not started." })}`,
    keep > 0 &&
      t`${plural(keep, { one: "# person keeps a course that leaves the path, and what they did in it.", other: "# people keep a course that leaves the path, and what they did in it." })}`,
    complete > 0 &&
      t`${plural(complete, { one: "# person will have completed the learning path.", other: "# people will have completed the learning path." })}`,
    stay_complete > 0 &&
      t`${plural(stay_complete, { one: "# person has completed the learning path and stays complete.", other: "# people have completed the learning path and stay complete." })}`,
  ].filter((line) => line !== false);

  return (
    <Confirm
      open
      kind="primary"
      onClose={onClose}
      onConfirm={onConfirm}
      title={t`What changes for people`}
      confirm={busy ? t`Saving...` : t`Save`}
      busy={busy}
    >
      {t`${plural(people, { one: "# person is assigned to this learning path.", other: "# people are assigned to this learning path." })}`}
      {lines.length === 0 ? (
        <span className="mt-3 block">{t`Nobody gets or loses a course.`}</span>
      ) : (
        <span role="list" className="mt-3 grid gap-2">
          {lines.map((line) => (
            <span role="listitem" key={line} className="block border-l-2 border-brand pl-3 text-ink">
              {line}
            </span>
          ))}
        </span>
      )}
    </Confirm>
  );
}
