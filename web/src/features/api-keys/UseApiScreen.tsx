import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { BackLink } from "../../ui/BackLink.tsx";
import { Card } from "../../ui/Card.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { apiAccessQuery } from "./apiAccess.ts";
import { ApiClosed } from "./ApiClosed.tsx";
import { curlLine } from "./curlLine.ts";

/** Renders `/api-keys/use`: how to call this site's API. */
export function UseApiScreen() {
  const { t } = useLingui();
  // Usually known from the list of keys; without a response the page is shown anyway.
  const { data: isOpen } = useQuery(apiAccessQuery);
  const example = "{ usersPage(limit: 5) { total rows { first_name last_name email } } }";
  return (
    <>
      <BackLink to="/api-keys">{t`Back to API keys`}</BackLink>
      <PageHeader title={t`Use the API`} />
      {isOpen === false && <ApiClosed />}
      <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-5">
        <Card title={t`One address`}>
          <p className="mb-3">{t`Everything this site shows comes from one GraphQL address. Send a key as a bearer token:`}</p>
          <Code>{`POST ${location.origin}/graphql`}</Code>
        </Card>
        <Card title={t`Try it`}>
          <p className="mb-3">
            {t`Put your key in the place of YOUR_KEY. A key with the role Instructor or Admin lists the first five people:`}
          </p>
          <Code>{curlLine(location.origin, example)}</Code>
        </Card>
        <Card title={t`OAuth 2.0`}>
          <p className="mb-3">
            {t`A program that uses client credentials gets a token for an hour here. Its client ID is 'key-' and the number of the key, its client secret the key itself:`}
          </p>
          <Code>{`POST ${location.origin}/oauth/token`}</Code>
          <p className="mt-3">{t`It may ask for a part of what the key is for, as a scope: users, courses, enrolments, reports or settings.`}</p>
        </Card>
        <Card title={t`Good to know`}>
          <ul className="grid list-disc gap-2 pl-5">
            <li>{t`A key acts in the name of its creator, with its own role, and never with more rights than its creator has.`}</li>
            <li>{t`A key that is only for some things may do nothing else, whatever its role.`}</li>
            <li>{t`It stops working when it is revoked, and when its owner is deactivated or deleted.`}</li>
            <li>{t`It cannot sign in, change passwords or make other keys.`}</li>
            <li>{t`Its changes are in the audit log with the name of the key.`}</li>
            <li>{t`An answer with errors has changed nothing. Errors carry a code and, for wrong input, messages by field.`}</li>
            <li>{t`Ask for the schema with an introspection query, which a key may send.`}</li>
          </ul>
        </Card>
      </div>
    </>
  );
}

function Code({ children }: { children: string }) {
  return (
    // A scrolling region must be reachable with the keyboard.
    <pre tabIndex={0} className="overflow-x-auto rounded-ctl bg-sunken p-3.5 text-sm">
      <code>{children}</code>
    </pre>
  );
}
