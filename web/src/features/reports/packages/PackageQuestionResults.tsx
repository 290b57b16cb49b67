import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { messageOf } from "../../../app/errors.ts";
import { execute } from "../../../app/graphql.ts";
import { Button } from "../../../ui/Button.tsx";
import { downloadCsv, toCsv } from "../../../ui/csv.ts";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { PackageQuestions } from "./packages.documents.ts";
import { Cell, PlainTable } from "./PlainTable.tsx";

/** The questions that packages have asked, and how they were answered; nothing where none has asked any. */
export function PackageQuestionResults({ courseId }: { courseId: number }) {
  const { t, i18n } = useLingui();
  const { data, error, refetch } = useQuery({
    queryKey: ["packageQuestions", courseId],
    queryFn: async () => (await execute(PackageQuestions, { course_id: courseId })).packageQuestions,
  });
  const head = [t`Question`, t`Unit`, t`Type`, t`Answered`, t`Correct`, t`Tries`];
  if (!data && error)
    return (
      <ErrorState
        title={t`The questions could not be loaded.`}
        detail={messageOf(error)}
        onRetry={() => void refetch()}
      />
    );
  if (!data || data.length === 0) return null;
  return (
    <section className="mt-10 grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-display text-xl font-medium">{t`Questions in packages`}</h2>
        <Button kind="quiet" size="small" onClick={download}>
          <Download size={15} aria-hidden />
          {t`Download as CSV`}
        </Button>
      </div>
      <PlainTable head={head} label={t`Questions in packages`}>
        {data.map((row) => (
          <tr key={`${row.unit_id}-${row.question}`} className="border-t border-line">
            <Cell>{row.description || row.question}</Cell>
            <Cell>{row.unit}</Cell>
            <Cell>{row.type}</Cell>
            <Cell>{row.answered}</Cell>
            <Cell>
              {row.correct} ({i18n.number(row.correct / row.answered, { style: "percent" })})
            </Cell>
            <Cell>{row.tries}</Cell>
          </tr>
        ))}
      </PlainTable>
    </section>
  );

  function download() {
    const rows = (data ?? []).map((row) => [
      row.description || row.question,
      row.unit,
      row.type ?? "",
      row.answered,
      row.correct,
      row.tries,
    ]);
    downloadCsv("package-questions.csv", toCsv(head, rows));
  }
}
