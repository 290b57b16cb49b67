import { useLingui } from "@lingui/react/macro";
import { Card } from "../../ui/Card.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Field } from "../../ui/Field.tsx";
import { Select } from "../../ui/Select.tsx";
import { PictureField } from "./PictureField.tsx";
import type { TemplateFormState } from "./useTemplateForm.ts";

/** Edits the design, the format, the colours and the logo. */
export function LookCard({ form }: { form: TemplateFormState }) {
  const { t } = useLingui();
  const { register, error, watch, setValue } = form;
  const [layout, logo, primary, secondary] = watch(["layout", "logo", "primary_color", "secondary_color"]);
  const hasOwnColours = primary !== null;
  return (
    <Card title={t`Look`}>
      <div className="grid gap-5 sm:grid-cols-2">
        <Select
          label={t`Design`}
          error={error("layout")}
          options={[
            { value: "frame", label: t`Frame` },
            { value: "contours", label: t`Contour lines` },
            { value: "band", label: t`Coloured band` },
            { value: "picture", label: t`Own background picture` },
          ]}
          {...register("layout")}
        />
        <Select
          label={t`Format`}
          error={error("orientation")}
          options={[
            { value: "landscape", label: t`A4 landscape` },
            { value: "portrait", label: t`A4 portrait` },
          ]}
          {...register("orientation")}
        />
        <Select
          label={t`Alignment`}
          error={error("align")}
          options={[
            { value: "centre", label: t`Centred` },
            { value: "left", label: t`Left` },
          ]}
          {...register("align")}
        />
        {layout === "picture" && (
          <>
            <Select
              label={t`Colour of the text`}
              error={error("ink")}
              options={[
                { value: "dark", label: t`Dark, for a light picture` },
                { value: "light", label: t`Light, for a dark picture` },
              ]}
              {...register("ink")}
            />
            <div className="sm:col-span-2">
              <PictureField
                kind="background"
                label={t`Background picture`}
                hint={t`PNG or JPG, at most 8 MB. It fills the page; A4 at 210 dpi has 2480 by 1754 pixels.`}
                current={watch("background_url")}
                error={error("background_url")}
                onChange={(address) => setValue("background_url", address, { shouldDirty: true })}
              />
            </div>
          </>
        )}
        <Checkbox
          className="sm:col-span-2"
          label={t`Own colours`}
          hint={t`Otherwise certificates have the colours of the brand.`}
          checked={hasOwnColours}
          onChange={({ target }) => {
            setValue("primary_color", target.checked ? "#215c63" : null, { shouldDirty: true });
            setValue("secondary_color", target.checked ? "#d97f46" : null, { shouldDirty: true });
          }}
        />
        {hasOwnColours && (
          <>
            <Field
              label={t`Primary colour`}
              type="color"
              value={primary}
              error={error("primary_color")}
              onChange={({ target }) => setValue("primary_color", target.value, { shouldDirty: true })}
            />
            <Field
              label={t`Secondary colour`}
              type="color"
              value={secondary ?? "#d97f46"}
              error={error("secondary_color")}
              onChange={({ target }) => setValue("secondary_color", target.value, { shouldDirty: true })}
            />
          </>
        )}
        <Select
          label={t`Logo`}
          error={error("logo")}
          options={[
            { value: "brand", label: t`Logo of the brand` },
            { value: "own", label: t`Logo of its own` },
            { value: "none", label: t`No logo` },
          ]}
          {...register("logo")}
        />
        <div className="sm:col-span-2">
          <Checkbox label={t`Show the name of the organisation`} {...register("shows_site")} />
        </div>
        {logo === "own" && (
          <div className="sm:col-span-2">
            <PictureField
              kind="logo"
              label={t`Logo of this template`}
              hint={t`PNG or JPG, at most 2 MB.`}
              current={watch("logo_url")}
              error={error("logo_url")}
              onChange={(address) => setValue("logo_url", address, { shouldDirty: true })}
            />
          </div>
        )}
      </div>
    </Card>
  );
}
