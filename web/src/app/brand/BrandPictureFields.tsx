import { useLingui } from "@lingui/react/macro";
import { ImageField } from "../../ui/ImageField.tsx";
import type { ImageChoice } from "../../ui/useImageAddress.ts";

/** The pictures of a brand, as a form holds them. */
export type BrandPictures = {
  logo: ImageChoice;
  logo_dark: ImageChoice;
  icon: ImageChoice;
  login_picture: ImageChoice;
};

const unchanged: ImageChoice = { file: null, isRemoved: false };
export const unchangedPictures: BrandPictures = {
  logo: unchanged,
  logo_dark: unchanged,
  icon: unchanged,
  login_picture: unchanged,
};

type Props = {
  values: BrandPictures;
  /** The addresses of the stored pictures. */
  current?: { [picture in keyof BrandPictures as `${picture}_url`]?: string | null } | undefined;
  onChange: (picture: keyof BrandPictures, choice: ImageChoice) => void;
  error: (picture: keyof BrandPictures) => string | undefined;
  /** Whether they are a branch's, which shows the organisation's where it has none. */
  isOfBranch?: boolean;
};

/** Selects the pictures of a brand: logos, icon, and the picture beside the login form. */
export function BrandPictureFields({ values, current, onChange, error, isOfBranch = false }: Props) {
  const { t } = useLingui();
  const usual = isOfBranch ? t`Without one, the organisation's is shown.` : "";
  const fields: { picture: keyof BrandPictures; label: string; hint: string }[] = [
    { picture: "logo", label: t`Logo`, hint: t`PNG, JPG, GIF or WebP, at most 10 MB.` },
    { picture: "logo_dark", label: t`Logo on dark pages`, hint: t`Without one, the logo above is shown there too.` },
    { picture: "icon", label: t`Icon`, hint: `${t`In the browser's tab. A square picture is best.`} ${usual}`.trim() },
    {
      picture: "login_picture",
      label: t`Picture at the login`,
      hint: `${t`Beside the login form on wide screens. It is cut to fit.`} ${usual}`.trim(),
    },
  ];
  return fields.map(({ picture, label, hint }) => (
    <ImageField
      key={picture}
      label={label}
      hint={hint}
      current={current?.[`${picture}_url`]}
      value={values[picture]}
      onChange={(choice) => onChange(picture, choice)}
      error={error(picture)}
    />
  ));
}

/** Returns which pictures the server removes. */
export const toRemovals = ({ logo, logo_dark, icon, login_picture }: BrandPictures) => ({
  remove_logo: logo.isRemoved,
  remove_logo_dark: logo_dark.isRemoved,
  remove_icon: icon.isRemoved,
  remove_login_picture: login_picture.isRemoved,
});

/** Returns the new pictures, as variables of a mutation. */
export const toUploads = ({ logo, logo_dark, icon, login_picture }: BrandPictures) => ({
  logo: logo.file,
  logo_dark: logo_dark.file,
  icon: icon.file,
  login_picture: login_picture.file,
});
