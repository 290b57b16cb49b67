import { useLingui } from "@lingui/react/macro";
import { buttonClass } from "../../ui/buttonClass.ts";

type Props = { buttons: { id: number; kind: string; name: string }[]; isOnlyWay: boolean };

/** Renders the links of the login page to the identity providers of the site. */
export function ProviderButtons({ buttons, isOnlyWay }: Props) {
  const { t } = useLingui();
  return (
    <>
      <ul className="mt-8 grid gap-3">
        {buttons.map(({ id, kind, name }) => (
          <li key={id}>
            {/* The server answers, not the router. */}
            <a
              href={`/sso/${kind}/${id}/start`}
              className={buttonClass({ kind: isOnlyWay ? "primary" : "quiet", size: "large" }, "w-full text-center")}
            >
              {t`Continue with ${name}`}
            </a>
          </li>
        ))}
      </ul>
      <p className="mt-8 -mb-2 border-t border-line pt-6 text-sm text-muted">
        {isOnlyWay ? t`Passwords are for some administrators only.` : t`Or with your password:`}
      </p>
    </>
  );
}
