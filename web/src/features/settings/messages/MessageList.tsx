import { useLingui } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
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
  const { kind, name, always } = message;
  const switching = useSwitch(kind);
  const { by_mail, in_product } = { ...message, ...switching.chosen };
  const changed = message.texts.filter(({ is_own }) => is_own).map(({ language }) => languageName(language));
  return (
    <li className="grid gap-3 p-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-start">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
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
              onChange={({ target }) => switching.change({ by_mail: target.checked })}
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
              onChange={({ target }) => switching.change({ in_product: target.checked })}
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

interface Switches {
  by_mail?: boolean;
  in_product?: boolean;
}

/** Switches a message. What was chosen shows in the same event, because a checkbox that lags reads as refused. */
function useSwitch(kind: string) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<Switches>({});
  const { mutate, isPending } = useMutation({
    mutationFn: (input: Switches) => execute(SwitchMessage, { kind, ...input }),
    onError: (error) => toast({ kind: "error", text: getMessage(error) }),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey });
      setChosen({});
    },
  });
  const change = (input: Switches) => {
    setChosen(input);
    mutate(input);
  };
  return { change, chosen, isPending };
}
