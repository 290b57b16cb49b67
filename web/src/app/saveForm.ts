import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useMutation } from "@tanstack/react-query";
import type { SubmitEvent } from "react";
import { type DefaultValues, type FieldValues, type Path, type RegisterOptions, useForm } from "react-hook-form";
import { ApiError } from "./errors.ts";

type Options<Fields extends FieldValues, Result> = {
  values: Fields;
  save: (fields: Fields) => Promise<Result>;
  onSaved: (result: Result, fields: Fields) => void | Promise<void>;
  /** The message when the server gave no reason. */
  failure?: string;
};

type Rules<Fields extends FieldValues, Name extends Path<Fields>> = Pick<
  RegisterOptions<Fields, Name>,
  "onChange" | "onBlur" | "deps"
> & {
  required?: string | undefined;
  validate?: (value: Fields[Name], fields: Fields) => boolean | string;
};

/**
 * Creates a form that is saved in one call. Messages of the server are shown at their field, all others in `problems`;
 * typed values stay. `error(name)` returns the message of a field.
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
      for (const [field, messages] of Object.entries(getValidation(error))) {
        if (!(field in values)) continue;
        form.setError(field as Path<Fields>, { message: messages.join(" ") }, { shouldFocus: isFirst });
        isFirst = false;
      }
    },
  });
  const { isDirty } = form.formState;
  return {
    ...form,
    /** Tells whether something typed is neither saved nor being saved. */
    isUnsaved: () => {
      if (saving.isPending) return false;
      return saving.isSuccess ? JSON.stringify(form.getValues()) !== JSON.stringify(saving.variables) : isDirty;
    },
    /** Sets a value as a control of the form does: it counts as changed, and the message about the former value is removed. */
    setValue: ((name, value, options) => {
      form.clearErrors(name);
      form.setValue(name, value, { shouldDirty: true, ...options });
    }) as typeof form.setValue,
    /** Registers a field. `required` is the message for a blank value, and marks the field. */
    register: <Name extends Path<Fields>>(
      name: Name,
      { required, validate, ...options }: Rules<Fields, Name> = {},
    ) => ({
      ...form.register(name, {
        ...options,
        validate: {
          ...(required && {
            required: (value: unknown) => (typeof value === "string" ? value.trim() !== "" : value != null) || required,
          }),
          ...(validate && { validate }),
        },
      } as RegisterOptions<Fields, Name>),
      ...(required && { required: true }),
    }),
    saving: saving.isPending,
    submit: (event: SubmitEvent<HTMLFormElement>) => {
      // The server's message about a value that is no registered input would stay, and keep the form from being sent again.
      form.clearErrors();
      void form.handleSubmit((fields) => saving.mutate(fields as Fields))(event);
    },
    error: (name: Path<Fields>) => form.getFieldState(name, form.formState).error?.message,
    problems: saving.error ? listOtherProblems(saving.error, values, failure) : [],
  };
}

/** Lists messages that belong to no field of the form. */
function listOtherProblems(error: Error, values: FieldValues, failure: string | undefined): string[] {
  const reasoned = error instanceof ApiError && error.code !== "INTERNAL" && error.code !== "NETWORK";
  if (!reasoned) return [failure ?? i18n._(msg`An unexpected error occurred. Please try again later.`)];
  const validation = Object.entries(getValidation(error));
  if (validation.length === 0) return [error.message];
  return validation.filter(([field]) => !(field in values)).flatMap(([, messages]) => messages);
}

const getValidation = (error: unknown) => (error instanceof ApiError && error.validation) || {};
