import { useLingui } from "@lingui/react/macro";
import { ImageOff } from "lucide-react";
import { Button } from "../../../../ui/Button.tsx";
import type { Picture } from "../question.ts";
import { TextInput } from "./TextInput.tsx";

type Props = {
  /** What the picture belongs to, as 'option 2'. */
  of: string;
  picture: Picture | undefined;
  onChange: (picture: Picture | undefined) => void;
};

/** Shows the picture of a row, with its description and a button to remove it. */
export function PictureField({ of, picture, onChange }: Props) {
  const { t } = useLingui();
  if (!picture) return null;
  return (
    <div className="mt-2 flex items-center gap-3">
      <img
        src={picture.file}
        alt=""
        className="size-14 shrink-0 rounded-ctl border border-line bg-white object-contain"
      />
      <div className="min-w-0 flex-1">
        <TextInput
          label={t`Description of the picture of ${of}`}
          placeholder={t`What the picture shows`}
          value={picture.alt}
          maxLength={500}
          required
          onChange={(event) => onChange({ ...picture, alt: event.target.value })}
        />
      </div>
      <Button kind="ghost" size="icon" aria-label={t`Remove the picture of ${of}`} onClick={() => onChange(undefined)}>
        <ImageOff size={16} aria-hidden />
      </Button>
    </div>
  );
}
