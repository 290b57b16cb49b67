import { Field } from "./Field.tsx";

type Props = { label: string; value: string; onChange: (text: string) => void };

/** Renders a field within a form that searches for what the form chooses from: Enter does not save the form. */
export function SearchField({ label, value, onChange }: Props) {
  return (
    <Field
      label={label}
      type="search"
      value={value}
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={(event) => {
        if (event.key === "Enter") event.preventDefault();
      }}
    />
  );
}
