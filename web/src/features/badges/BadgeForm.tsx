import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { execute } from "../../app/graphql.ts";
import { useRecordForm } from "../../app/useRecordForm.ts";
import type { BadgeQuery } from "../../gen/graphql.ts";
import { Field } from "../../ui/Field.tsx";
import { FormCard } from "../../ui/FormCard.tsx";
import { ImageField } from "../../ui/ImageField.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import type { ImageChoice } from "../../ui/useImageAddress.ts";
import { ObjectSelect } from "./ObjectSelect.tsx";
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
  const toStored = (id: number | null | undefined, name: string) => (id == null ? null : { id, name });
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
      <ObjectSelect
        kind="course"
        label={t`Award when this course is completed`}
        searchLabel={t`Search courses`}
        list={objects.data?.courses ?? []}
        stored={toStored(stored?.course_id, stored?.course_title ?? t`Deleted course`)}
        error={error("course_id")}
        {...register("course_id", { deps: ["path_id"] })}
      />
      <ObjectSelect
        kind="path"
        label={t`Award when this learning path is completed`}
        searchLabel={t`Search learning paths`}
        list={objects.data?.paths ?? []}
        stored={toStored(stored?.path_id, stored?.path_title ?? t`Deleted learning path`)}
        error={error("path_id")}
        {...register("path_id")}
      />
      <p className="text-sm text-muted">
        {t`People who complete it from now on get the badge. You can award it to others by hand or with an automation.`}
      </p>
    </FormCard>
  );
}
