import { useLingui } from "@lingui/react/macro";
import { ImageUp, X } from "lucide-react";
import { useId, useRef } from "react";
import { Button } from "./Button.tsx";
import { type ImageChoice, useImageAddress } from "./useImageAddress.ts";

type Props = {
  label: string;
  hint?: string;
  /** The address of the existing image. */
  current?: string | null | undefined;
  value: ImageChoice;
  onChange: (choice: ImageChoice) => void;
  error?: string | undefined;
};

/** Selects an image that is sent with the form, and shows it. */
export function ImageField({ label, hint, current, value, onChange, error }: Props) {
  const { t } = useLingui();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const shown = useImageAddress(value, current);

  return (
    <div role="group" aria-labelledby={id}>
      <p id={id} className="mb-1.5 text-sm font-medium">
        {label}
      </p>
      <input
        ref={input}
        type="file"
        aria-label={label}
        accept="image/*"
        className="hidden"
        onChange={({ target }) => {
          const file = target.files?.[0];
          // Cleared, so that selecting the same file again is noticed.
          target.value = "";
          if (file) onChange({ file, isRemoved: false });
        }}
      />
      <div className="flex flex-wrap items-center gap-3 rounded-ctl border border-dashed border-line-strong bg-surface p-3.5">
        {shown && <img src={shown} alt="" className="max-h-20 max-w-40 rounded-md object-contain" />}
        <span className="min-w-0 flex-1 basis-32 truncate text-sm text-muted" title={value.file?.name}>
          {value.file?.name ?? (shown ? "" : t`No file chosen`)}
        </span>
        <Button kind="quiet" size="small" onClick={() => input.current?.click()}>
          <ImageUp size={15} aria-hidden />
          {t`Choose image`}
        </Button>
        {shown && (
          <Button
            kind="ghost"
            size="small"
            aria-label={t`Remove image`}
            onClick={() => onChange({ file: null, isRemoved: Boolean(current) })}
          >
            <X size={15} aria-hidden />
            {t`Remove`}
          </Button>
        )}
      </div>
      {error && (
        <p role="alert" className="mt-1.5 text-small text-danger">
          {error}
        </p>
      )}
      {hint && <p className="mt-1.5 text-small text-muted">{hint}</p>}
    </div>
  );
}
