import { useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { classes } from "../../ui/classes.ts";
import type { Language } from "../i18n.ts";
import { rateStrength, type Strength, type Weakness } from "./strength.ts";

/** Milliseconds without a key after which a password is rated, so that screen readers are not interrupted at each one. */
const PAUSE = 400;
const LEVELS = [1, 2, 3, 4] as const;
const COLOURS = ["bg-danger", "bg-danger", "bg-warn", "bg-ok", "bg-ok"] as const;

/** Shows, in words and as a meter, how hard a new password is to guess, and what would make it harder. */
export default function PasswordStrength({ password, about }: { password: string; about: readonly string[] }) {
  const { t } = useLingui();
  const strength = useStrength(password, about);
  const level = strength?.level ?? 0;
  const word = useWord(strength);
  const hint = useHint(strength?.weakness ?? null);
  return (
    <>
      {strength && (
        <div
          role="meter"
          aria-label={t`Strength of the password`}
          aria-valuemin={0}
          aria-valuemax={4}
          aria-valuenow={level}
          aria-valuetext={word}
          className="mb-1.5 grid grid-cols-4 gap-1"
        >
          {LEVELS.map((each) => (
            <span key={each} className={classes("h-1.5 rounded-full", each <= level ? COLOURS[level] : "bg-line")} />
          ))}
        </div>
      )}
      <p role="status">
        {strength && (
          <>
            <strong className="font-medium">{word}</strong>
            {hint && <span className="text-muted"> {hint}</span>}
          </>
        )}
      </p>
    </>
  );
}

/** Rates a password when typing has paused; null until then, and when its rating could not be loaded. */
function useStrength(password: string, about: readonly string[]): Strength | null {
  const { i18n } = useLingui();
  const language = i18n.locale as Language;
  const [strength, setStrength] = useState<Strength | null>(null);
  const known = about.join("\n");
  useEffect(() => {
    if (!password) return setStrength(null);
    let isLate = false;
    const timer = setTimeout(() => {
      void rateStrength(password, { about: known.split("\n"), language })
        .catch(() => null)
        .then((rated) => !isLate && setStrength(rated));
    }, PAUSE);
    return () => {
      isLate = true;
      clearTimeout(timer);
    };
  }, [password, known, language]);
  return strength;
}

function useWord(strength: Strength | null): string {
  const { t } = useLingui();
  if (!strength) return "";
  if (strength.weakness === "short") return t`Too short.`;
  if (strength.weakness === "long") return t`Too long.`;
  return [t`Too easy to guess.`, t`Weak.`, t`Fair.`, t`Good.`, t`Strong.`][strength.level]!;
}

function useHint(weakness: Weakness | null): string {
  const { t } = useLingui();
  if (weakness === null) return "";
  const hints: Record<Weakness, string> = {
    short: t`Use at least 8 characters.`,
    long: t`Use at most 200 characters.`,
    listed: t`It is on a list of common passwords, so it is not accepted.`,
    obvious: t`It is one of the first that anybody tries, so it is not accepted.`,
    own: t`Do not use your name or your email.`,
    common: t`It is close to a password that many people use. Add words that do not belong together.`,
    word: t`A single word or name is easy to guess. Add words that do not belong together.`,
    row: t`Rows of keys and repetitions are easy to guess. Add words that do not belong together.`,
    date: t`Dates and years are easy to guess. Add words that do not belong together.`,
    few: t`Add words that do not belong together.`,
  };
  return hints[weakness];
}
