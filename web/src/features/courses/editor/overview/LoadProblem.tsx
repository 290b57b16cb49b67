import { useLingui } from "@lingui/react/macro";

type Props = { query: { isError: boolean; refetch: () => Promise<unknown> }; what: string };

/** Shows below a field that its choices could not be loaded. */
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
