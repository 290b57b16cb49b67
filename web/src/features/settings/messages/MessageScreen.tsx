import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { i18n } from "@lingui/core";
import { execute } from "../../../app/graphql.ts";
import { forEditing, Loaded } from "../../../app/Loaded.tsx";
import { BackLink } from "../../../ui/BackLink.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { Tabs } from "../../../ui/Tabs.tsx";
import { languageName } from "./languageName.ts";
import { MessageForm } from "./MessageForm.tsx";
import { MessageOfKind } from "./messages.documents.ts";

const ROUTE = "/signed-in/shell/back-office/settings/notifications/$kind";

/** Renders `/settings/notifications/{kind}`: the subject and the text of a message in each language. */
export function MessageScreen() {
  const { t } = useLingui();
  const { kind } = useParams({ from: ROUTE });
  const search = useSearch({ from: ROUTE });
  const navigate = useNavigate();
  const message = useQuery({
    queryKey: ["messages", kind],
    queryFn: async () => (await execute(MessageOfKind, { kind })).messages[0]!,
    ...forEditing,
  });
  return (
    <>
      <BackLink to="/settings/notifications">{t`Back to notifications`}</BackLink>
      <Loaded query={message} shape="form" failure={t`The message could not be loaded.`}>
        {(loaded) => {
          const chosen = loaded.texts.find(({ language }) => language === (search.language ?? i18n.locale));
          return (
            <>
              <PageHeader
                title={loaded.name}
                text={t`Plain text. Names in braces are replaced when the message is sent.`}
              />
              <Tabs
                label={t`Language`}
                value={(chosen ?? loaded.texts[0]!).language}
                onChange={(language) => void navigate({ to: ".", search: { language }, replace: true })}
                tabs={loaded.texts.map((text) => ({
                  id: text.language,
                  label: languageName(text.language),
                  content: (
                    <MessageForm
                      // What was saved or restored is the new start.
                      key={`${text.language} ${text.subject} ${text.body}`}
                      message={loaded}
                      text={text}
                    />
                  ),
                }))}
              />
            </>
          );
        }}
      </Loaded>
    </>
  );
}
