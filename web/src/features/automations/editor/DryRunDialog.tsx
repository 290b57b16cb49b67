import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { execute } from "../../../app/graphql.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { formatTableDate } from "../../../ui/format.ts";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { DryRunAutomation } from "../automations.documents.ts";
import { type AutomationDraft, toInput } from "./automationDraft.ts";

const PAGE = 10;

type Props = {
  draft: AutomationDraft;
  /** Of a stored automation. */
  id: number | null;
  onClose: () => void;
  /** Called when the draft cannot be tried, with what is wrong with it. */
  onRefused: (error: unknown) => void;
};

/** Shows whom an automation would touch now, in pages. Nothing is changed. */
export function DryRunDialog({ draft, id, onClose, onRefused }: Props) {
  const { t } = useLingui();
  const [page, setPage] = useState(0);
  const { data, error } = useQuery({
    queryKey: ["dryRunAutomation", id, draft, page],
    queryFn: async () =>
      // Without a name a draft can be tried, too.
      (
        await execute(DryRunAutomation, {
          id,
          input: { ...toInput(draft), name: draft.name || "…" },
          limit: PAGE,
          offset: page * PAGE,
        })
      ).dryRunAutomation,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
  });
  const refuse = useEffectEvent(onRefused);
  useEffect(() => {
    if (error) refuse(error);
  }, [error]);
  const last = data ? Math.max(0, Math.ceil(data.total / PAGE) - 1) : 0;
  const people = data?.people ?? 0;

  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Whom it would touch`}
      actions={
        last > 0 && (
          <>
            <Button
              kind="quiet"
              keepsFocus
              disabled={page === 0}
              onClick={() => setPage(page - 1)}
            >{t`Previous`}</Button>
            <Button kind="quiet" keepsFocus disabled={page >= last} onClick={() => setPage(page + 1)}>{t`Next`}</Button>
          </>
        )
      }
    >
      {!data ? (
        <Skeleton className="h-40" />
      ) : (
        <>
          <p role="status" className="mb-4 text-sm">
            {data.is_timed
              ? t`${plural(people, {
                  one: "It would touch # person when it runs next. Nothing has been changed.",
                  other: "It would touch # people when it runs next. Nothing has been changed.",
                })}`
              : t`${plural(people, {
                  one: "# person matches now. It would touch them if it happened to them; nothing has been changed.",
                  other: "# people match now. It would touch them if it happened to them; nothing has been changed.",
                })}`}
          </p>
          {/* Takes the focus, so that the keyboard can scroll the list. */}
          <ul tabIndex={0} aria-label={t`People`} className="grid divide-y divide-line text-sm">
            {data.rows.map((row, index) => (
              <li key={index} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
                <span className="min-w-0">
                  {row.name}
                  <span className="block text-small break-all text-muted">{row.email}</span>
                </span>
                <span className="text-small text-muted">
                  {[row.about, row.on && formatTableDate(row.on)].filter(Boolean).join(", ")}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}
