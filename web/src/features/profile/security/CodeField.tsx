import { useLingui } from "@lingui/react/macro";
import type { ComponentProps } from "react";
import { Field } from "../../../ui/Field.tsx";

type Props = Omit<ComponentProps<typeof Field>, "label" | "autoComplete"> & {
  /** Whether it takes letters of recovery codes too, for which phones need all keys. */
  takesLetters?: boolean;
};

/** Renders the field for a code of the authenticator app, or a recovery code. */
export function CodeField({ takesLetters = false, ...props }: Props) {
  const { t } = useLingui();
  return (
    <Field
      label={t`Code`}
      autoComplete="one-time-code"
      inputMode={takesLetters ? "text" : "numeric"}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={20}
      {...props}
    />
  );
}
