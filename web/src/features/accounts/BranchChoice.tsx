import { useLingui } from "@lingui/react/macro";
import { Button } from "../../ui/Button.tsx";

type Props = {
  branches: { url: string; name: string }[];
  isBusy: boolean;
  onChoose: (url: string) => void;
};

/** Renders the branches where a user can sign in who cannot do so at this address. */
export function BranchChoice({ branches, isBusy, onChoose }: Props) {
  const { t } = useLingui();
  return (
    <section aria-labelledby="branch-choice" className="grid gap-3 rounded-ctl border border-line bg-surface p-4">
      <h2 id="branch-choice" className="text-sm font-medium">
        {t`Where do you want to sign in?`}
      </h2>
      <ul className="grid gap-2">
        {branches.map(({ url, name }) => (
          <li key={url}>
            <Button kind="quiet" className="w-full" busy={isBusy} onClick={() => onChoose(url)}>
              {name}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
