import { useLingui } from "@lingui/react/macro";
import { useState, type SubmitEvent } from "react";
import { Button } from "../../../../../ui/Button.tsx";
import { Field } from "../../../../../ui/Field.tsx";
import { sandboxFor } from "../../../../../ui/frame.ts";
import { RichTextField } from "../../richtext/RichTextField.tsx";
import { CompletionFields } from "../CompletionFields.tsx";
import type { UnitFieldsProps } from "../unitFieldsProps.ts";
import { describeAddressProblem, isEmbeddable } from "./iframeUnit.ts";

export function IframeUnitFields({ unit, onChange }: UnitFieldsProps) {
  const { t } = useLingui();
  return (
    <>
      <PageAddress unit={unit} onChange={onChange} />
      <RichTextField label={t`Content`} value={unit.content} onChange={(content) => onChange({ content })} />
      <CompletionFields unit={unit} onChange={onChange} />
    </>
  );
}

/** Edits the address of the page. It is used and loaded when the author confirms it, not with every keystroke. */
function PageAddress({ unit, onChange }: UnitFieldsProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(unit.url ?? "");
  const [isRefused, setIsRefused] = useState(unit.url !== null && !isEmbeddable(unit.url));
  const isWaiting = typed.trim() !== "" && typed.trim() !== (unit.url ?? "");

  return (
    <div className="grid gap-4">
      <form noValidate onSubmit={add} className="grid items-start gap-2 sm:grid-cols-[minmax(0,1fr)_auto]">
        <Field
          label={t`URL`}
          required
          type="url"
          inputMode="url"
          placeholder="https://"
          maxLength={2000}
          value={typed}
          error={isRefused ? describeAddressProblem() : undefined}
          hint={isWaiting && !isRefused ? t`Press 'Add URL' to use this address.` : undefined}
          onChange={(event) => {
            setTyped(event.target.value);
            setIsRefused(false);
          }}
        />
        <Button type="submit" kind="quiet" className="h-11 sm:mt-[27px]">
          {t`Add URL`}
        </Button>
      </form>
      {unit.url && isEmbeddable(unit.url) && <Preview url={unit.url} embedUrl={unit.embed_url} />}
    </div>
  );

  function add(event: SubmitEvent) {
    event.preventDefault();
    const url = typed.trim();
    if (!url) return;
    setTyped(url);
    setIsRefused(!isEmbeddable(url));
    if (isEmbeddable(url)) onChange({ url, embed_url: null });
  }
}

/**
 * Shows the page as learners will see it: an https page directly, another through the proxy, which serves saved pages
 * only.
 */
function Preview({ url, embedUrl }: { url: string; embedUrl: string | null }) {
  const { t } = useLingui();
  const address = /^https:/i.test(url) ? url : embedUrl;
  return (
    <figure>
      {address && (
        <iframe
          key={address}
          title={t`Preview of the page`}
          src={address}
          sandbox={sandboxFor(address, location.origin)}
          referrerPolicy="strict-origin-when-cross-origin"
          className="h-[500px] w-full rounded-card border border-line bg-white"
        />
      )}
      <figcaption className="mt-1.5 text-small text-muted">
        {address
          ? t`If nothing is to be seen here, the site does not let its pages be shown inside of others.`
          : t`A page of an http:// address is shown here once the course is saved.`}{" "}
        <a href={url} target="_blank" rel="noreferrer" className="text-brand-text underline">
          {t`Open in a new tab`}
        </a>
      </figcaption>
    </figure>
  );
}
