import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { execute } from "../../app/graphql.ts";
import { Loaded } from "../../app/Loaded.tsx";
import { useIdInPath } from "../../app/useIdInPath.ts";
import { formatDateTime } from "../../ui/format.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { ReceivedAnnouncement } from "./announcements.documents.ts";

/** Renders `/learner/message/{id}`: a message that staff wrote to the user. */
export function MessageScreen() {
  const { t } = useLingui();
  const id = Number(useIdInPath());
  const message = useQuery({
    queryKey: ["receivedAnnouncement", id],
    queryFn: async () => (await execute(ReceivedAnnouncement, { id })).receivedAnnouncement,
  });
  return (
    <Loaded query={message} shape="form" failure={t`The message could not be loaded.`}>
      {({ subject, body, sender, created_at }) => (
        <article className="max-w-3xl">
          <PageHeader title={subject} />
          <p className="-mt-4 mb-6 text-small text-muted">
            {sender ? t`From ${sender}, ${formatDateTime(created_at)}` : formatDateTime(created_at)}
          </p>
          <div className="grid gap-4">
            {body.split(/\n[ \t]*\n/).map((part, at) => (
              <p key={at} className="whitespace-pre-line">
                {part}
              </p>
            ))}
          </div>
        </article>
      )}
    </Loaded>
  );
}
