import { useLingui } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getMessage } from "../../../app/errors.ts";
import { execute } from "../../../app/graphql.ts";
import { languageName } from "./languageName.ts";
import { Loaded } from "../../../app/Loaded.tsx";
import { ButtonLink } from "../../../ui/ButtonLink.tsx";
import { Card } from "../../../ui/Card.tsx";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { formatList } from "../../../ui/format.ts";
import { Tag } from "../../../ui/Tag.tsx";
import { toast } from "../../../ui/toast.ts";
import { type ListedMessage, Messages, SwitchMessage } from "./messages.documents.ts";

const queryKey = ["messages"];

/** Renders every message that the product sends, each with its switches and a link to its texts. */
export function MessageList() {
  const { t } = useLingui();
  const messages = useQuery({ queryKey, queryFn: async () => (await execute(Messages)).messages, staleTime: 0 });
  return (
    <Card title={t`Messages`} className="mt-6 max-w-4xl">
      <p className="mb-5 text-sm text-muted">
        {t`Choose what people get by mail and what the bell shows them, and write your own texts. People can turn off mails about their courses in their profile.`}
      </p>
      <Loaded query={messages} shape="form" failure={t`The messages could not be loaded.`}>
        {(list) => (
          <ul className="divide-y divide-line rounded-card border border-line">
            {list.map((message) => (
              <Row key={message.kind} message={message} />
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}

function Row({ message }: { message: ListedMessage }) {
  const { t } = useLingui();
  const { kind, name, by_mail, in_product, always } = message;
  const switching = useSwitch(kind);
  const changed = message.texts.filter(({ is_own }) => is_own).map(({ language }) => languageName(language));
  return (
    <li className="grid gap-3 p-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-start">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-semibold break-words">
          {name}
          {changed.length > 0 && <Tag tone="accent">{t`Own text: ${formatList(changed)}`}</Tag>}
        </p>
        <div className="mt-2 flex flex-wrap gap-x-6 gap-y-2">
          {always === null ? (
            <Checkbox
              label={t`By mail`}
              aria-label={t`${name}: by mail`}
              checked={by_mail}
              disabled={switching.isPending}
              onChange={({ target }) => switching.mutate({ by_mail: target.checked })}
            />
          ) : (
            <p className="text-sm text-muted">{t`Always by mail. ${always}`}</p>
          )}
          {in_product !== null && (
            <Checkbox
              label={t`In the product`}
              aria-label={t`${name}: in the product`}
              checked={in_product}
              disabled={switching.isPending}
              onChange={({ target }) => switching.mutate({ in_product: target.checked })}
            />
          )}
        </div>
      </div>
      <ButtonLink
        to="/settings/notifications/$kind"
        params={{ kind }}
        kind="quiet"
        size="small"
        aria-label={t`Change text of ${name}`}
        className="justify-self-start"
      >
        {t`Change text`}
      </ButtonLink>
    </li>
  );
}

/** Switches a message; the list shows it at once and follows the server. */
function useSwitch(kind: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: { by_mail?: boolean; in_product?: boolean }) => execute(SwitchMessage, { kind, ...input }),
    onMutate: (input) =>
      client.setQueryData<ListedMessage[]>(queryKey, (list) =>
        list?.map((each) => (each.kind === kind ? { ...each, ...input } : each)),
      ),
    onError: (error) => toast({ kind: "error", text: getMessage(error) }),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}
