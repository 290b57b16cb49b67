import "./rich-text.css";
import { useLingui } from "@lingui/react/macro";
import { createElement, type ReactNode } from "react";
import { safeImage, safeLink } from "./addresses.ts";
import { CalloutBox } from "./CalloutBox.tsx";
import { readContent, toBlocks, type Attributes, type Block, type Line, type Op, type Run } from "./delta.ts";
import { TextTable } from "./TextTable.tsx";

type Props = {
  /** A Quill Delta as JSON text, or plain text. */
  content: string | null | undefined;
  /** Shows nothing for missing content, where it is optional. */
  optional?: boolean;
};

/**
 * Renders an author's text as React elements: no HTML is parsed, so nothing needs sanitising. Unknown formats are
 * dropped.
 */
export function RichText({ content, optional = false }: Props) {
  const { t } = useLingui();
  const read = readContent(content);
  switch (read.kind) {
    case "empty":
      return optional ? null : <p className="text-muted">{t`No content available`}</p>;
    case "broken":
      return (
        <p role="alert" className="text-danger">
          {t`Error rendering content`}
        </p>
      );
    case "plain":
      return <div className="rich-text">{paragraphs(read.text)}</div>;
    case "delta":
      return <div className="rich-text">{document(read.ops)}</div>;
  }
}

const paragraphs = (text: string) =>
  text
    .split(/\n+/)
    .filter((part) => part.trim())
    .map((part, i) => <p key={i}>{part}</p>);

function document(ops: Op[]): ReactNode[] {
  const blocks = toBlocks(ops);
  const levels = listHeadingLevels(blocks);
  // The title of the unit is the page's h1, so the highest heading used becomes h2.
  const top = Math.min(...levels);
  return blocks.map((block, i) => draw(block, i, top));
}

function listHeadingLevels(blocks: Block[]): number[] {
  return blocks.flatMap((block) => {
    if (block.kind === "line") return getHeadingLevel(block.line) ?? [];
    return block.kind === "callout" ? listHeadingLevels(block.blocks) : [];
  });
}

function draw(block: Block, key: number, top: number): ReactNode {
  if (block.kind === "table") {
    const rows = block.rows.map((row) => row.map((cell) => ({ content: inside(cell), className: alignment(cell) })));
    return <TextTable key={key} rows={rows} />;
  }
  if (block.kind === "callout") {
    const children = block.blocks.map((inner, i) => draw(inner, i, top));
    return (
      <CalloutBox key={key} kind={block.callout}>
        {children}
      </CalloutBox>
    );
  }
  if (block.kind === "line") {
    const level = getHeadingLevel(block.line);
    const tag = level ? `h${level - top + 2}` : block.line.attributes["blockquote"] ? "blockquote" : "p";
    return createElement(tag, { key, className: alignment(block.line) }, inside(block.line));
  }
  const items = block.items.map(({ line, children }, i) => (
    <li key={i} className={alignment(line)}>
      {inside(line)}
      {children.map((child, at) => draw(child, at, top))}
    </li>
  ));
  return createElement(block.ordered ? "ol" : "ul", { key }, items);
}

/** An empty line keeps its height. */
const inside = ({ runs }: Line) => (runs.length > 0 ? runs.map((run, i) => <Inline key={i} run={run} />) : <br />);

function Inline({ run: { insert, attributes } }: { run: Run }) {
  let node: ReactNode = typeof insert === "string" ? insert : <Picture insert={insert} attributes={attributes} />;
  if (attributes["bold"]) node = <strong>{node}</strong>;
  if (attributes["italic"]) node = <em>{node}</em>;
  if (attributes["underline"]) node = <u>{node}</u>;
  if (attributes["strike"]) node = <s>{node}</s>;
  if (attributes["font"] === "monospace") node = <code>{node}</code>;
  if (attributes["font"] === "serif") node = <span className="font-display">{node}</span>;
  const href = safeLink(attributes["link"]);
  if (!href) return node;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {node}
    </a>
  );
}

function Picture({ insert, attributes }: { insert: Record<string, unknown>; attributes: Attributes }) {
  const src = safeImage(insert["image"]);
  const { alt } = attributes;
  if (!src) return typeof alt === "string" && insert["image"] ? alt : null;
  return <img src={src} alt={typeof alt === "string" ? alt : ""} loading="lazy" />;
}

function getHeadingLevel({ attributes }: Line): number | null {
  const level = attributes["header"];
  return level === 1 || level === 2 || level === 3 ? level : null;
}

function alignment({ attributes }: Line): string | undefined {
  switch (attributes["align"]) {
    case "center":
      return "text-center";
    case "right":
      return "text-right";
    case "justify":
      return "text-justify";
    default:
      return undefined;
  }
}
