import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ProgressBar } from "../../ui/ProgressBar.tsx";
import { getMessage } from "../errors.ts";
import { execute } from "../graphql.ts";
import { Announcement } from "./announcements.documents.ts";

const POLL_MS = 1_000;

/** Shows how far the sending of a message is, and who does not get it. It goes on when the dialog is closed. */
export function SendingProgress({ id }: { id: number }) {
  const { t } = useLingui();
  const { data, error } = useQuery({
    queryKey: ["announcement", id],
    queryFn: async () => (await execute(Announcement, { id })).announcement,
    refetchInterval: ({ state }) => (state.data?.is_done ? false : POLL_MS),
    staleTime: 0,
  });
  if (error)
    return (
      <p role="alert" className="text-danger">
        {getMessage(error)}
      </p>
    );
  const { sent = 0, total = 0, skipped = [], is_done: isDone = false } = data ?? {};
  const skippedCount = (data?.inactive ?? 0) + (data?.no_mail ?? 0);
  const left = skippedCount - skipped.length;
  return (
    <div className="grid gap-4">
      <p role="status" className="tabular-nums">
        {isDone
          ? t`${plural(sent, { one: "The message was sent to # person.", other: "The message was sent to # people." })}`
          : t`Sending: ${sent} of ${total}. You can close this window.`}
      </p>
      {!isDone && (
        <ProgressBar thin label={t`Sending`} value={total === 0 ? 0 : ((sent + skippedCount) / total) * 100} />
      )}
      {skippedCount > 0 && (
        <section className="grid gap-2">
          <h3 className="font-semibold">
            {t`${plural(skippedCount, { one: "# person does not get it", other: "# people do not get it" })}`}
          </h3>
          <ul className="grid gap-1 text-sm">
            {skipped.map((person) => (
              <li key={person.id}>
                {`${person.first_name} ${person.last_name}`}{" "}
                <span className="text-muted">
                  {person.reason === "inactive" ? t`The account is inactive.` : t`They get no mails.`}
                </span>
              </li>
            ))}
            {left > 0 && (
              <li className="text-muted">{t`${plural(left, { one: "and # more", other: "and # more" })}`}</li>
            )}
          </ul>
        </section>
      )}
    </div>
  );
}
