import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { NarrowingsQuery } from "../../gen/graphql.ts";
import { Confirm } from "../../ui/Confirm.tsx";
import { execute } from "../graphql.ts";
import { requestInParts } from "../requestInParts.ts";
import { Narrowings } from "./membership.documents.ts";

type Change = { user_ids: number[]; branch_ids?: number[]; group_ids?: number[] };
type Asked = { narrowings: NarrowingsQuery["narrowings"]; answer: (accepted: boolean) => void };

/**
 * Asks before a manager who sees all people joins a first branch or leads a first group, and from then on sees those
 * people only.
 * @returns `confirmNarrowing`, which resolves to whether the change may be made, and the dialog to render
 */
export function useNarrowing() {
  const { t } = useLingui();
  const [asked, setAsked] = useState<Asked | null>(null);

  async function confirmNarrowing(change: Change): Promise<boolean> {
    const { user_ids, ...joined } = change;
    const answers = await requestInParts(user_ids, (ids) => execute(Narrowings, { user_ids: ids, ...joined }));
    const narrowings = answers.flatMap((answer) => answer.narrowings);
    if (narrowings.length === 0) return true;
    return new Promise((resolve) => {
      setAsked({
        narrowings,
        answer: (accepted) => {
          setAsked(null);
          resolve(accepted);
        },
      });
    });
  }

  const dialog = (
    <Confirm
      open={asked !== null}
      onClose={() => asked?.answer(false)}
      onConfirm={() => asked?.answer(true)}
      title={t`Limit what they see?`}
      confirm={t`Continue`}
      kind="primary"
    >
      {asked?.narrowings.map((each) => (
        <span key={each.id} className="block">
          {sentence(each)}
        </span>
      ))}
      <span className="mt-2 block">
        {t`A manager without a branch or group sees everybody. With one, a manager sees the people of these branches and groups only.`}
      </span>
    </Confirm>
  );
  return { confirmNarrowing, narrowingDialog: dialog };

  function sentence({ first_name, last_name, sees_now, would_see }: NarrowingsQuery["narrowings"][number]) {
    const name = `${first_name} ${last_name}`;
    return t`${name} will see ${would_see} of ${sees_now} people.`;
  }
}
