// Adds the strength of the password to the page of the first set-up, which the server makes (server/src/features/setup).
import { i18n, type Messages } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { readNamed } from "../app/passwords/named.ts";
import PasswordStrength from "../app/passwords/PasswordStrength.tsx";

const TEXTS: Record<string, () => Promise<{ messages: Messages }>> = {
  en: () => import("../locales/en/learning.po"),
  fr: () => import("../locales/fr/learning.po"),
  es: () => import("../locales/es/learning.po"),
};

// Without its texts the page works as it does without this script.
void start();

async function start() {
  const field = document.querySelector<HTMLInputElement>("input[type=password]");
  const place = document.querySelector(".strength");
  if (!field || !place) throw new Error("The page has no field for a new password.");
  const language = document.documentElement.lang;
  const { messages } = await TEXTS[language]!();
  i18n.loadAndActivate({ locale: language, messages });
  createRoot(place).render(
    <I18nProvider i18n={i18n}>
      <StrengthOf field={field} />
    </I18nProvider>,
  );
}

/** Shows the strength of what is typed in a field, from the first key on. */
function StrengthOf({ field }: { field: HTMLInputElement }) {
  const [typed, setTyped] = useState(() => (field.value ? read(field) : null));
  useEffect(() => {
    const follow = () => setTyped(read(field));
    field.addEventListener("input", follow);
    return () => field.removeEventListener("input", follow);
  }, [field]);
  return typed && <PasswordStrength {...typed} />;
}

/** Reads a password and what is typed about its owner; the server refuses the name of the organisation as well. */
const read = ({ value, form }: HTMLInputElement) => ({ password: value, about: readNamed(form, ["name"]) });
