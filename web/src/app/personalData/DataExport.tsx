import { useLingui } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Download, FileArchive } from "lucide-react";
import { Button } from "../../ui/Button.tsx";
import { buttonClass } from "../../ui/buttonClass.ts";
import { Card } from "../../ui/Card.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { formatDateTime } from "../../ui/format.ts";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { getMessage } from "../errors.ts";
import { execute } from "../graphql.ts";
import { PersonalDataExport, RequestPersonalDataExport } from "./personalData.documents.ts";

const EVERY_MS = 2000;

type Props = {
  /** Whose data; null for one's own. */
  userId: number | null;
  title: string;
  /** What the copy contains and who gets it. */
  text: string;
};

/** Renders the copy of a user's data: starts its collection, shows that it is going on, and links to the file. */
export function DataExport({ userId, title, text }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const queryKey = ["personalDataExport", userId];
  const latest = useQuery({
    queryKey,
    queryFn: async () => (await execute(PersonalDataExport, { user_id: userId })).personalDataExport ?? null,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === "waiting" ? EVERY_MS : false),
  });
  const request = useMutation({
    mutationFn: async () => (await execute(RequestPersonalDataExport, { user_id: userId })).requestPersonalDataExport,
    onSuccess: (started) => client.setQueryData(queryKey, started),
  });
  const copy = latest.data;
  const isWaiting = request.isPending || copy?.state === "waiting";
  return (
    <Card className="max-w-2xl" title={title}>
      <p className="mb-4 text-sm text-muted">{text}</p>
      {latest.error ? (
        <ErrorState
          title={t`The copy could not be loaded.`}
          detail={getMessage(latest.error)}
          onRetry={() => void latest.refetch()}
        />
      ) : latest.isPending ? (
        <Skeleton className="h-11 w-48" />
      ) : (
        <div className="grid gap-4">
          <div role="status" className="grid gap-3 text-sm empty:hidden">
            {isWaiting && <p>{t`The data is being collected. You can leave this page and come back.`}</p>}
            {!isWaiting && copy?.state === "failed" && (
              <p className="text-danger">{t`The data could not be collected. Please try again.`}</p>
            )}
            {!isWaiting && copy?.url && (
              <div className="flex flex-wrap items-center gap-3">
                <a href={copy.url} download className={buttonClass({ kind: "primary" })}>
                  <Download size={16} aria-hidden />
                  {t`Download the copy`}
                </a>
                <span className="text-sm text-muted">
                  {t`Collected on ${formatDateTime(copy.created_at)}. It is kept for 7 days.`}
                </span>
              </div>
            )}
          </div>
          {request.error && (
            <p role="alert" className="text-sm text-danger">
              {getMessage(request.error)}
            </p>
          )}
          <div>
            <Button kind={copy?.url ? "quiet" : "primary"} busy={isWaiting} onClick={() => request.mutate()}>
              {!isWaiting && <FileArchive size={16} aria-hidden />}
              {isWaiting ? t`Collecting...` : copy ? t`Collect again` : t`Collect the data`}
            </Button>
          </div>
        </div>
      )}
    </Card>
  );
}
