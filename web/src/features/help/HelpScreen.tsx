import "../../ui/text/rich-text.css";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import Markdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { Loaded } from "../../app/Loaded.tsx";
import { useTitle } from "../../app/title.ts";
import { BackLink } from "../../ui/BackLink.tsx";
import { Empty } from "../../ui/Empty.tsx";
import { linkTo } from "../../ui/linkTo.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { findPicture, loadPage, START, toHelpAddress } from "./guide.ts";

/** Renders `/help` and `/help/{page}`: the user guide, which is written in English. */
export function HelpScreen() {
  const { t } = useLingui();
  const { page = START } = useParams({ strict: false });
  const query = useQuery({
    queryKey: ["guide", page],
    queryFn: async () => ({ text: await loadPage(page) }),
    staleTime: Infinity,
  });
  useTitle(/^# (.+)$/m.exec(query.data?.text ?? "")?.[1] ?? t`Help`);
  return (
    <>
      {page !== START && <BackLink to="/help">{t`All help pages`}</BackLink>}
      <Loaded query={query} shape="form" failure={t`The help page could not be loaded.`}>
        {({ text }) =>
          text === null ? (
            <Empty isPage title={t`There is no such help page.`} />
          ) : (
            <article lang="en" className="rich-text">
              <Markdown remarkPlugins={[remarkGfm]} components={components}>
                {text}
              </Markdown>
            </article>
          )
        }
      </Loaded>
    </>
  );
}

const components: Components = {
  h1({ children }) {
    return <PageHeader title={typeof children === "string" ? children : ""} />;
  },
  a({ href = "", children }) {
    const address = toHelpAddress(href);
    return address ? <Link {...linkTo(address)}>{children}</Link> : <a href={href}>{children}</a>;
  },
  img({ src, alt = "" }) {
    const address = typeof src === "string" ? findPicture(src) : null;
    return address ? (
      <img
        src={address}
        alt={alt}
        width={1200}
        height={760}
        loading="lazy"
        className="rounded-card border border-line"
      />
    ) : (
      alt
    );
  },
  table({ children }) {
    // Scrolls inside of itself on a phone, also by keyboard.
    return (
      <div role="group" tabIndex={0} className="overflow-x-auto">
        <table>{children}</table>
      </div>
    );
  },
};
