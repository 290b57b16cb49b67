import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { getMessage } from "../../../app/errors.ts";
import { execute } from "../../../app/graphql.ts";
import type { SurveyTextsQueryVariables } from "../../../gen/graphql.ts";
import { Button } from "../../../ui/Button.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { formatNumber } from "../../../ui/format.ts";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { SurveyTexts } from "./surveys.documents.ts";

/** A survey, and whose answers to it. */
export type SurveyPlace = Omit<SurveyTextsQueryVariables, "question" | "limit" | "offset">;

const size = 20;

/** Lists the texts that answer a question, page by page. */
export function SurveyTextList({ place, question, label }: { place: SurveyPlace; question: string; label: string }) {
  const { t } = useLingui();
  const [offset, setOffset] = useState(0);
  const { data, error, refetch } = useQuery({
    queryKey: ["surveyTexts", place, question, offset],
    queryFn: async () => (await execute(SurveyTexts, { ...place, question, limit: size, offset })).surveyTexts,
    placeholderData: keepPreviousData,
  });
  if (!data && error)
    return (
      <ErrorState title={t`The texts could not be loaded.`} detail={getMessage(error)} onRetry={() => void refetch()} />
    );
  if (!data) return <Skeleton className="h-24 w-full" />;
  const [first, last, total] = [offset + 1, offset + data.rows.length, data.total].map((number) =>
    formatNumber(number),
  );
  return (
    <>
      <ul aria-label={label} className="divide-y divide-line rounded-ctl border border-line">
        {data.rows.map(({ text, name }, index) => (
          <li key={index} className="px-4 py-3 text-sm">
            <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
            {name !== null && <p className="mt-1 text-small text-muted">{name}</p>}
          </li>
        ))}
      </ul>
      {data.total > size && (
        <div className="mt-3 flex flex-wrap items-center gap-3 print:hidden">
          <Button
            kind="quiet"
            size="small"
            keepsFocus
            disabled={offset === 0}
            onClick={() => setOffset(Math.max(0, offset - size))}
          >
            {t`Previous`}
          </Button>
          <p role="status" className="text-small text-muted tabular-nums">
            {t`${first}–${last} of ${total}`}
          </p>
          <Button
            kind="quiet"
            size="small"
            keepsFocus
            disabled={offset + size >= data.total}
            onClick={() => setOffset(offset + size)}
          >
            {t`Next`}
          </Button>
        </div>
      )}
    </>
  );
}
