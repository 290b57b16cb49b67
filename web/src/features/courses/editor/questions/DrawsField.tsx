import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Plus, Trash2 } from "lucide-react";
import { Button } from "../../../../ui/Button.tsx";
import { Field } from "../../../../ui/Field.tsx";
import { Select } from "../../../../ui/Select.tsx";
import { LoadProblem } from "../overview/LoadProblem.tsx";
import { type Draw, findDrawProblem } from "../units/test/testUnit.ts";
import { bankCategoriesQuery } from "./bankQueries.ts";

/** Edits what a test draws from the question bank for each attempt. */
export function DrawsField({ draws, onChange }: { draws: Draw[]; onChange: (draws: Draw[]) => void }) {
  const { t } = useLingui();
  const categories = useQuery(bankCategoriesQuery);
  const known = categories.data ?? [];
  const change = (index: number, part: Partial<Draw>) => onChange(draws.with(index, { ...draws[index]!, ...part }));

  return (
    <section aria-label={t`Drawn from the question bank`} className="grid gap-3 border-t border-line pt-6">
      <h3 className="text-sm font-medium">{t`Drawn from the question bank`}</h3>
      <p className="text-sm text-muted">
        {t`Each learner gets these besides the questions above. A number is drawn at random for each attempt; without one, all of the category are asked.`}
      </p>
      {draws.map((draw, index) => {
        const size = known.find(({ name }) => name.toLowerCase() === draw.category.toLowerCase());
        const names = [...new Set([...known.map(({ name }) => name), ...(size ? [] : [draw.category])])];
        return (
          // Draws have no ids, and the list is short.
          <div key={index} className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_160px_auto]">
            <Select
              label={t`Category`}
              value={size?.name ?? draw.category}
              onChange={(event) => change(index, { category: event.target.value })}
              options={names.map((name) => ({
                value: name,
                label: `${name} (${known.find((each) => each.name === name)?.questions ?? 0})`,
              }))}
            />
            <Field
              label={t`How many`}
              type="number"
              inputMode="numeric"
              min={1}
              step={1}
              placeholder={t`All`}
              value={draw.count}
              error={findDrawProblem(draw) ?? undefined}
              onChange={(event) => change(index, { count: event.target.value })}
            />
            <Button
              kind="ghost"
              size="icon"
              className="sm:mt-8"
              aria-label={t`Draw no more from ${draw.category}`}
              onClick={() => onChange(draws.toSpliced(index, 1))}
            >
              <Trash2 size={16} aria-hidden />
            </Button>
          </div>
        );
      })}
      <LoadProblem query={categories} what={t`The question bank could not be loaded.`} />
      {categories.data?.length === 0 ? (
        <p className="text-sm text-muted">{t`The question bank is empty. Save questions of a course to it.`}</p>
      ) : (
        <div>
          <Button
            kind="quiet"
            size="small"
            disabled={!categories.data}
            onClick={() => onChange([...draws, { category: known[0]!.name, count: "" }])}
          >
            <Plus size={15} aria-hidden />
            {t`Draw from a category`}
          </Button>
        </div>
      )}
    </section>
  );
}
