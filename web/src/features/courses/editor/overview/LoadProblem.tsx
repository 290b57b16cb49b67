import { useLingui } from "@lingui/react/macro";

type Props = { query: { isError: boolean; refetch: () => Promise<unknown> }; what: string };

/** Says beneath a field that its choices could not be loaded; nothing while they could. */
export function LoadProblem({ query, what }: Props) {
  const { t } = useLingui();
  if (!query.isError) return null;
  return (
    <p role="alert" className="mt-1.5 text-small text-danger">
      {what}{" "}
      <button type="button" className="font-semibold underline" onClick={() => void query.refetch()}>
        {t`Try again`}
      </button>
    </p>
  );
}
