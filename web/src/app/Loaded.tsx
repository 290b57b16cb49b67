import { useLingui } from "@lingui/react/macro";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorState } from "../ui/ErrorState.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { ApiError, getMessage } from "./errors.ts";

type Props<Data> = {
  query: UseQueryResult<Data>;
  /** The title of the error in place of the content. */
  failure: string;
  /** The title when what was asked for does not exist. Trying again would not help. */
  missing?: string;
  /** The shape of the content while it loads: a form, or a heading with tabs. */
  shape: "form" | "tabs";
  children: (data: NonNullable<Data>) => ReactNode;
};

/** Shows what a query loads; a skeleton before, and an error with a retry instead. */
export function Loaded<Data>({ query: { data, error, refetch }, failure, missing, shape, children }: Props<Data>) {
  const { t } = useLingui();
  if (data) return children(data);
  if (error instanceof ApiError && error.code === "NOT_FOUND")
    return missing ? <ErrorState title={missing} /> : <ErrorState title={failure} detail={getMessage(error)} />;
  if (error) return <ErrorState title={failure} detail={getMessage(error)} onRetry={() => void refetch()} />;
  return (
    <div role="status" aria-label={t`Loading`}>
      {shape === "form" ? (
        <Skeleton className="h-120 max-w-2xl" />
      ) : (
        <>
          <Skeleton className="mb-6 h-10 w-72 max-w-full" />
          <Skeleton className="mb-6 h-10 w-full" />
          <Skeleton className="h-64 w-full" />
        </>
      )}
    </div>
  );
}

/** Options of a query whose result is edited: a refetch must not replace what is being typed. */
export const forEditing = { staleTime: Infinity, gcTime: 0 } as const;
