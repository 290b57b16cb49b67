import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { boot } from "../../../app/boot.ts";
import { execute } from "../../../app/graphql.ts";
import { Card } from "../../../ui/Card.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { searchWait } from "../../../ui/useDebounced.ts";
import { PreviewMessage } from "./messages.documents.ts";

type Text = { kind: string; language: string; subject: string; body: string };

/** Shows a text as a mail with a course and people of the organisation, after typing has paused. */
export function MessagePreview({ isSound, ...typed }: Text & { isSound: boolean }) {
  const { t } = useLingui();
  const input = useSettled(typed);
  const preview = useQuery({
    queryKey: ["previewMessage", input],
    queryFn: async () => (await execute(PreviewMessage, { input })).previewMessage,
    enabled: isSound,
    placeholderData: keepPreviousData,
    retry: false,
  });
  return (
    <Card title={t`Preview`}>
      {preview.data ? (
        <div className="overflow-hidden rounded-card border border-line">
          <p className="bg-brand px-5 py-3 font-display text-on-brand">{boot().instance?.name}</p>
          <div className="grid gap-4 p-5" lang={typed.language}>
            <p className="font-display text-title leading-snug">{preview.data.subject}</p>
            {preview.data.blocks.map((block, at) =>
              block.kind === "text" ? (
                <p key={at} className="text-sm whitespace-pre-line">
                  {block.text}
                </p>
              ) : (
                <p key={at} className="justify-self-start rounded-ctl bg-brand px-4 py-2 text-sm text-on-brand">
                  {block.kind === "link" ? t`Button with the link` : t`What has changed`}
                </p>
              ),
            )}
          </div>
        </div>
      ) : preview.error || !isSound ? (
        <p className="text-sm text-muted">{t`The preview appears when the text can be sent.`}</p>
      ) : (
        <Skeleton className="h-48" />
      )}
    </Card>
  );
}

/** Returns what was typed once typing has paused. */
function useSettled(typed: Text): Text {
  const [settled, setSettled] = useState(typed);
  const { kind, language, subject, body } = typed;
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ kind, language, subject, body }), searchWait);
    return () => clearTimeout(timer);
  }, [kind, language, subject, body]);
  return settled;
}
