import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encodePath, resolveHref, withParameters } from "./href.ts";
import { Refusal } from "../../platform/refusal.ts";

const segment = fc
  .string({ minLength: 1, maxLength: 12 })
  .filter((text) => !/[\0-\x1f/\\]/.test(text) && !/^\.{1,2}$/.test(text));
const path = fc.array(segment, { minLength: 1, maxLength: 5 }).map((segments) => segments.join("/"));

describe("href of a manifest", () => {
  test("finds a file by its percent-encoded path and returns the same path", () => {
    fc.assert(
      fc.property(path, (name) => {
        const encoded = encodePath(name);
        expect(resolveHref([], encoded, "", (asked) => (asked === name ? asked : null))).toEqual({
          path: name,
          url: encoded,
        });
      }),
    );
  });

  test("finds a file below any bases that lead to it [SCORM 1.2 manifest: xml:base; SCORM 2004 manifest: xml:base]", () => {
    fc.assert(
      fc.property(path, path, (folder, name) => {
        const whole = `${folder}/${name}`;
        const find = (asked: string) => (asked === whole ? asked : null);
        expect(resolveHref([`${encodePath(folder)}/`], encodePath(name), "", find).path).toBe(whole);
        expect(resolveHref([undefined, encodePath(folder), ""], encodePath(name), "", find).path).toBe(whole);
      }),
    );
  });

  test("never leaves the package, whatever the href [SCORM 1.2 manifest: href; SCORM 2004 manifest: href]", () => {
    const hostile = fc.array(
      fc.constantFrom("..", ".", "a", "%2e%2e", "%2F", "..\\", "\\", "/", "%5c", "?", "#", "C:", "%00"),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(hostile, hostile, (base, parts) => {
        try {
          const { path: found, url } = resolveHref([base.join("")], parts.join("/"), "", (asked) => asked);
          // An external address has a query of its own.
          if (found === null) expect(url).toMatch(/^https:/);
          else expect(found).not.toMatch(/(^|\/)\.\.(\/|$)|^\/|\0/);
        } catch (error) {
          expect(error).toBeInstanceOf(Refusal);
        }
      }),
    );
  });

  test("accepts https and refuses every other scheme", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("javascript", "data", "file", "ftp", "http", "vbscript", "blob"),
        fc.webPath(),
        (scheme, rest) => {
          expect(() => resolveHref([], `${scheme}:${rest}`, "", (asked) => asked)).toThrow(Refusal);
        },
      ),
    );
    expect(resolveHref([], "//cdn.example/x", "", () => null).url).toBe("https://cdn.example/x");
  });
});

describe("parameters of an item [SCORM 2004 manifest: parameters]", () => {
  test.each([
    ["a.html", "", "a.html"],
    ["a.html", "x=1", "a.html?x=1"],
    ["a.html", "?x=1", "a.html?x=1"],
    ["a.html", "&x=1", "a.html?x=1"],
    ["a.html?y=2", "?x=1", "a.html?y=2&x=1"],
    ["a.html?", "x=1", "a.html?x=1"],
    ["a.html#top", "x=1", "a.html?x=1#top"],
    ["a.html", "#part", "a.html#part"],
    ["a.html#top", "#part", "a.html#top"],
  ])("turns %s with '%s' into %s", (url, parameters, expected) => {
    expect(withParameters(url, parameters)).toBe(expected);
  });
});
