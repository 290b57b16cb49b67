import { useLingui } from "@lingui/react/macro";
import type { CSSProperties } from "react";
import { brandTokens, type Mode } from "../../app/brand.ts";
import { Card } from "../../ui/Card.tsx";

type Props = {
  name: string;
  address: string;
  primary: string | null;
  secondary: string | null;
  /** The address of the logo in each theme; the name is shown without one. */
  logos: Readonly<Record<Mode, string | null>>;
};

/** Shows two colours and the logo as the interface will use them, in the light and the dark theme. */
export function BrandPreview({ name, address, primary, secondary, logos }: Props) {
  const { t } = useLingui();
  const modes: { mode: Mode; label: string }[] = [
    { mode: "light", label: t`Light theme` },
    { mode: "dark", label: t`Dark theme` },
  ];
  return (
    <Card title={t`Preview`}>
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-1">
        {modes.map(({ mode, label }) => (
          <figure key={mode}>
            <div
              aria-hidden
              style={brandTokens(primary, secondary, mode) as CSSProperties}
              className="grid gap-3 rounded-card border border-line bg-bg p-4 text-ink"
            >
              {logos[mode] ? (
                <img src={logos[mode]} alt="" className="h-10 max-w-40 object-contain object-left" />
              ) : (
                <p className="truncate font-display text-lg font-medium">{name}</p>
              )}
              <p className="rounded-ctl bg-brand-soft px-3 py-2 text-sm text-brand-text">{t`Courses`}</p>
              <p className="text-small text-muted">{address}</p>
              <p className="justify-self-start rounded-ctl bg-brand px-4 py-2 text-sm font-medium text-on-brand">
                {t`Save settings`}
              </p>
            </div>
            <figcaption className="mt-1.5 text-small text-muted">{label}</figcaption>
          </figure>
        ))}
      </div>
    </Card>
  );
}
