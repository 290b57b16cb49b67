import { useLingui } from "@lingui/react/macro";
import { useMutation, useQuery } from "@tanstack/react-query";
import { request } from "../../app/http.ts";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { BranchChoice } from "./BranchChoice.tsx";
import { loginError, redirectAddress } from "./login.ts";

type Branches = { url: string; name: string }[];

/**
 * Lets a person who comes from an identity provider choose one of their branches, and leads to its address.
 * @param wanted the path that they want there
 */
export default function ChooseBranch({ code, wanted }: { code: string; wanted: string | null }) {
  const { t } = useLingui();
  const ask = <T,>(branch_url: string | null) =>
    request<T>("/api/branch-choice", { method: "POST", body: JSON.stringify({ code, branch_url }) });
  const choices = useQuery({
    queryKey: ["branchChoice", code],
    queryFn: async () => (await ask<{ branches: Branches }>(null)).branches,
    retry: false,
  });
  const choosing = useMutation({
    mutationFn: async (branch: string) => {
      const { host, code: next } = await ask<{ code: string; host: string }>(branch);
      location.assign(`${redirectAddress(host, next, location)}${wanted ? `&to=${encodeURIComponent(wanted)}` : ""}`);
      // Until the browser has left.
      return new Promise<never>(() => {});
    },
  });
  if (choices.isPending)
    return (
      <h1 role="status" className="font-display text-heading leading-tight font-medium">
        {t`Logging you in...`}
      </h1>
    );
  if (choices.isError)
    return (
      <div role="alert">
        <h1 className="font-display text-heading leading-tight font-medium">{t`This link no longer works`}</h1>
        <p className="mt-3 mb-8 text-muted">{t`It can be used once, within five minutes. Please log in again.`}</p>
        <ButtonLink to="/login">{t`Go to login`}</ButtonLink>
      </div>
    );
  return (
    <>
      <h1 className="font-display text-heading leading-tight font-medium">{t`Choose your branch`}</h1>
      <div className="mt-6">
        <BranchChoice
          branches={choices.data}
          isBusy={choosing.isPending}
          onChoose={(branch) => choosing.mutate(branch)}
        />
      </div>
      {choosing.error && (
        <p role="alert" className="mt-4 text-sm text-danger">
          {loginError(choosing.error)}
        </p>
      )}
    </>
  );
}
