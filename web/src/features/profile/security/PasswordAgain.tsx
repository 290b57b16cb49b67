import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { UseFormRegisterReturn } from "react-hook-form";
import { execute } from "../../../app/graphql.ts";
import { Field } from "../../../ui/Field.tsx";
import { SecondFactor } from "./security.documents.ts";

type Props = {
  error: string | undefined;
  register: (options: { required: string }) => UseFormRegisterReturn;
};

/** Asks for the password before a change of how the user signs in; says what counts for a user who has none. */
export function PasswordAgain({ error, register }: Props) {
  const { t } = useLingui();
  const { data } = useQuery({
    queryKey: ["secondFactor"],
    queryFn: async () => (await execute(SecondFactor)).secondFactor,
  });
  if (data?.has_password === false)
    return (
      <p className="text-sm text-muted">
        {t`You have no password here, so this works within ten minutes after you have signed in.`}
      </p>
    );
  return (
    <Field
      label={t`Password`}
      type="password"
      autoComplete="current-password"
      hint={t`To make sure that it is you.`}
      error={error}
      {...register({ required: t`Enter your password.` })}
    />
  );
}
