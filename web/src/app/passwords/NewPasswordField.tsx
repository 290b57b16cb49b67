import { type ComponentProps, type ComponentType, lazy, Suspense, useEffect, useRef, useState } from "react";
import { Field } from "../../ui/Field.tsx";
import { loadTexts } from "../i18n.ts";
import { readNamed } from "./named.ts";

// Nothing of it is loaded before a user types. Without it, the field works as any other.
const PasswordStrength = lazy(async (): Promise<{ default: ComponentType<StrengthProps> }> => {
  try {
    const [part] = await Promise.all([import("./PasswordStrength.tsx"), loadTexts("learning")]);
    return part;
  } catch {
    return { default: () => null };
  }
});

interface StrengthProps {
  password: string;
  about: readonly string[];
}

type Props = Omit<ComponentProps<typeof Field>, "type" | "autoComplete" | "onInput"> & {
  /** The name and the e-mail of the password's owner, as far as they are known besides the form's own fields. */
  owner?: readonly string[];
};

/** Renders the field in which a new password is typed, with its strength below. The server alone decides. */
export function NewPasswordField({ owner = [], ...field }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState<{ password: string; named: string[] } | null>(null);
  useEffect(() => {
    const form = frame.current?.closest("form");
    const clear = () => setTyped(null);
    form?.addEventListener("reset", clear);
    return () => form?.removeEventListener("reset", clear);
  }, []);
  return (
    <div ref={frame}>
      <Field
        {...field}
        type="password"
        autoComplete="new-password"
        onInput={({ currentTarget: { value, form } }) => setTyped({ password: value, named: readNamed(form) })}
      />
      {typed && (
        // The height of the longest rating is kept from the first key on: fields below must not move under a pointer.
        <div className="mt-2 min-h-19 text-small sm:min-h-13">
          <Suspense>
            <PasswordStrength password={typed.password} about={[...owner, ...typed.named]} />
          </Suspense>
        </div>
      )}
    </div>
  );
}
