import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { Field } from "../../../../ui/Field.tsx";
import { bankCategoriesQuery } from "./bankQueries.ts";

type Props = { value: string; onChange: (category: string) => void; hint: string; error?: string | undefined };

/** Edits a category of the question bank, or names a new one. */
export function CategoryField({ value, onChange, hint, error }: Props) {
  const { t } = useLingui();
  const categories = useQuery(bankCategoriesQuery);
  const listId = useId();
  return (
    <>
      <Field
        label={t`Category`}
        hint={hint}
        list={listId}
        maxLength={200}
        value={value}
        error={error}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={listId}>
        {categories.data?.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
