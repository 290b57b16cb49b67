import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useMutation } from "@tanstack/react-query";
import type { SubmitEvent } from "react";
import { type DefaultValues, type FieldValues, type Path, useForm } from "react-hook-form";
import { ApiError } from "./errors.ts";

type Options<Fields extends FieldValues, Result> = {
  values: Fields;
  save: (fields: Fields) => Promise<Result>;
  onSaved: (result: Result, fields: Fields) => void | Promise<void>;
  /** Said when the server gave no reason. */
  failure?: string;
};

/**
 * A form that is saved in one call. What the server says of a field stands at that field, everything else in `problems`; what
 * was typed stays. `error(name)` is the message of a field.
 */
export function useSaveForm<Fields extends FieldValues, Result>({
  values,
  save,
  onSaved,
  failure,
}: Options<Fields, Result>) {
  const form = useForm<Fields>({ defaultValues: values as DefaultValues<Fields> });
  const saving = useMutation({
    mutationFn: save,
    onSuccess: (result, fields) => onSaved(result, fields),
    onError: (error) => {
      let isFirst = true;
      for (const [field, messages] of Object.entries(validationOf(error))) {
        if (!(field in values)) continue;
        form.setError(field as Path<Fields>, { message: messages.join(" ") }, { shouldFocus: isFirst });
        isFirst = false;
      }
    },
  });
  return {
    ...form,
    saving: saving.isPending,
    submit: (event: SubmitEvent<HTMLFormElement>) =>
      void form.handleSubmit((fields) => saving.mutate(fields as Fields))(event),
    error: (name: Path<Fields>) => form.getFieldState(name, form.formState).error?.message,
    problems: saving.error ? problemsOf(saving.error, values, failure) : [],
  };
}

/** The messages that belong to no field of the form. */
function problemsOf(error: Error, values: FieldValues, failure: string | undefined): string[] {
  const reasoned = error instanceof ApiError && error.code !== "INTERNAL" && error.code !== "NETWORK";
  if (!reasoned) return [failure ?? i18n._(msg`An unexpected error occurred. Please try again later.`)];
  const validation = Object.entries(validationOf(error));
  if (validation.length === 0) return [error.message];
  return validation.filter(([field]) => !(field in values)).flatMap(([, messages]) => messages);
}

const validationOf = (error: unknown) => (error instanceof ApiError && error.validation) || {};
