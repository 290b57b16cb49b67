import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { execute } from "../../app/graphql.ts";
import { useRecordForm } from "../../app/useRecordForm.ts";
import type { BadgeQuery } from "../../gen/graphql.ts";
import { Field } from "../../ui/Field.tsx";
import { FormCard } from "../../ui/FormCard.tsx";
import { ImageField } from "../../ui/ImageField.tsx";
import { Select } from "../../ui/Select.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import type { ImageChoice } from "../../ui/useImageAddress.ts";
import { BadgeObjects, CreateBadge, UpdateBadge } from "./badges.documents.ts";

type Stored = BadgeQuery["badge"];
type Fields = {
  name: string;
  description: string;
  criteria: string;
  course_id: string;
  path_id: string;
  picture: ImageChoice;
};

/** Renders the form of a badge, for creating and editing. */
export function BadgeForm({ stored }: { stored: Stored | null }) {
  const { t } = useLingui();
  const objects = useQuery({ queryKey: ["badgeObjects"], queryFn: () => execute(BadgeObjects), staleTime: 0 });
  const form = useRecordForm({
    values: {
      name: stored?.name ?? "",
      description: stored?.description ?? "",
      criteria: stored?.criteria ?? "",
      course_id: String(stored?.course_id ?? ""),
      path_id: String(stored?.path_id ?? ""),
      picture: { file: null, isRemoved: false },
    } as Fields,
    save: async ({ picture, course_id, path_id, ...fields }) => {
      const input = {
        ...fields,
        course_id: course_id ? Number(course_id) : null,
        path_id: path_id ? Number(path_id) : null,
        remove_picture: picture.isRemoved,
      };
      return stored
        ? (await execute(UpdateBadge, { id: stored.id, version: stored.version, input, picture: picture.file }))
            .updateBadge
        : (await execute(CreateBadge, { input, picture: picture.file })).createBadge;
    },
    action: stored ? "update" : "create",
    next: ({ id }) => ({ to: "/badges/$id", params: { id } }),
    failure: t`The badge could not be saved.`,
  });
  const { register, error, watch, setValue } = form;
  const choices = (list: { id: number; name: string }[] = [], id: number | null | undefined, name: string) => [
    { value: "", label: t`None` },
    ...(id != null && !list.some((each) => each.id === id) ? [{ value: String(id), label: name }] : []),
    ...list.map((each) => ({ value: String(each.id), label: each.name })),
  ];
  return (
    <FormCard form={form} action={form.saving ? t`Saving...` : t`Save`}>
      <Field
        label={t`Name`}
        maxLength={100}
        error={error("name")}
        {...register("name", { required: t`Enter a name.` })}
      />
      <TextArea
        label={t`How people earn it`}
        hint={t`Shown on the page of the badge, and in the credential.`}
        rows={3}
        maxLength={1000}
        error={error("criteria")}
        {...register("criteria", { required: t`Say how people earn this badge.` })}
      />
      <TextArea
        label={t`Description`}
        rows={2}
        maxLength={1000}
        error={error("description")}
        {...register("description")}
      />
      <ImageField
        label={t`Picture`}
        hint={t`A square picture, at least 400 by 400 pixels.`}
        current={stored?.picture_url}
        value={watch("picture")}
        onChange={(picture) => setValue("picture", picture, { shouldDirty: true })}
        error={error("picture")}
      />
      <Select
        label={t`Award when this course is completed`}
        error={error("course_id")}
        options={choices(objects.data?.courses, stored?.course_id, stored?.course_title ?? t`Deleted course`)}
        {...register("course_id", { deps: ["path_id"] })}
      />
      <Select
        label={t`Award when this learning path is completed`}
        error={error("path_id")}
        options={choices(objects.data?.paths, stored?.path_id, stored?.path_title ?? t`Deleted learning path`)}
        {...register("path_id")}
      />
      <p className="text-sm text-muted">
        {t`People who complete it from now on get the badge. You can award it to others by hand or with an automation.`}
      </p>
    </FormCard>
  );
}
