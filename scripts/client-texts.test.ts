import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { generateMessageId } from "@lingui/message-utils/generateMessageId";
import { parsePo } from "pofile-ts";
import { expect, test } from "vitest";
import { macros } from "../web/build/macros.ts";

const SOURCES = globSync("web/src/**/*.{ts,tsx}")
  .map((file) => file.replaceAll("\\", "/"))
  // What packages read is English in every language; the gallery is for developers.
  .filter((file) => !/\.test\.tsx?$|web\/src\/(?:gallery|gen|scorm|testing)\//.test(file));

/** A literal of at least three words that starts as a sentence, such as "The upload is paused.", in code or as a property. */
const SENTENCE = /(?<![`\w])"[A-Z][a-z’']+(?: [\w’',]+){2,}[.!?:]?"/;
/** A word or sentence between tags. */
const MARKUP = />\s*[A-Z][a-z]+(?: [\w’',]+)*[.!?:]?\s*<\/[a-z]/;
/** A property of components that people read. */
const PROPERTY = /\b(?:label|title|placeholder|hint|alt|aria-label|text|detail)="[A-Z][a-z]/;
/** Texts for developers, forms of plurals inside a marked text, and what is stored rather than shown. */
const NOT_SHOWN =
  /console\.|\bsuper\(|new (?:\w*Error|DOMException)\(|plural\(|<Plural|aria-keyshortcuts|questionTypes|case "|=== "|"(?:True or False|Fill the Gaps|Match the Pairs)"(?:: msg|,$)|"Default question text"/;

test("marks every text of the client for translation", () => {
  const literals = SOURCES.flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => !NOT_SHOWN.test(line) && !/^\s*(?:\*|\/)/.test(line))
      .filter((line) => SENTENCE.test(line) || MARKUP.test(line) || PROPERTY.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(literals).toEqual([]);
});

test("compiles every text of the client under the id of the catalogues", async () => {
  const known = new Set(
    globSync("web/src/locales/en/*.po").flatMap((file) =>
      parsePo(readFileSync(file, "utf8")).items.map(({ msgid, msgctxt }) =>
        generateMessageId(msgid, msgctxt ?? undefined),
      ),
    ),
  );
  const { transform } = macros();
  const compiled = await Promise.all(
    SOURCES.filter((file) => /@lingui\/(?:core|react)\/macro/.test(readFileSync(file, "utf8"))).map((file) =>
      transform.handler(readFileSync(file, "utf8"), path.resolve(file)),
    ),
  );
  const ids = compiled.flatMap(({ code }) =>
    [...code.matchAll(/\bid(?:: |=)"([^"]+)",?\s+message/g)].map(([, id]) => id!),
  );
  expect(ids.length).toBeGreaterThan(2_000);
  expect(ids.filter((id) => !known.has(id))).toEqual([]);
});
