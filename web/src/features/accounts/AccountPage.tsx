import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { loginLook } from "../../app/boot.ts";
import { chooseLanguage, type Language } from "../../app/i18n.ts";
import { listLanguages } from "../../app/listLanguages.ts";
import { Organisation } from "../../app/Organisation.tsx";
import { Select } from "../../ui/Select.tsx";
import { PathArt } from "./PathArt.tsx";

/** Renders the page around the forms before sign-in; beside the form, the site's picture or an illustration. */
export function AccountPage({ children }: { children: ReactNode }) {
  const { t, i18n } = useLingui();
  const { picture } = loginLook();
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(460px,5fr)_6fr]">
      <div className="flex min-w-0 flex-col px-6 py-7 sm:px-14">
        <header className="flex items-center justify-between gap-4">
          <Organisation />
          <Select
            compact
            label={t`Language`}
            value={i18n.locale}
            onChange={(event) => void chooseLanguage(event.target.value as Language)}
            options={listLanguages(i18n.locale)}
          />
        </header>
        <main className="m-auto w-full max-w-[380px] py-12">{children}</main>
        <footer className="flex flex-wrap justify-between gap-x-6 gap-y-2 text-small text-muted">
          {t`Trouble signing in? Ask your training administrator.`}
          <a href="/contact" className="font-medium text-brand-text underline-offset-4 hover:underline">
            {t`Contact`}
          </a>
        </footer>
      </div>
      {picture ? (
        <div className="relative max-lg:hidden">
          <img src={picture} alt="" className="absolute inset-0 size-full object-cover" />
        </div>
      ) : (
        <PathArt />
      )}
    </div>
  );
}
