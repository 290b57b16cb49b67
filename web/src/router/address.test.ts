import fc from "fast-check";
import { expect, test } from "vitest";
import { fillPath, matchPath, parseSearch, stringifySearch } from "./address.ts";

const values = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.array(fc.string()));

test("what is put into an address comes out of it as it was", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.stringMatching(/^[a-z]\w*$/), values), (search) => {
      expect(parseSearch(stringifySearch(search))).toEqual(search);
    }),
  );
});

test.each([
  ["?page=2&sort=-name", { page: 2, sort: "-name" }],
  ["?search=%2212%22", { search: "12" }],
  ["?token=00123", { token: "00123" }],
  ["?token=12345678901234567890", { token: "12345678901234567890" }],
  ["?email=a%2Bb@example.com", { email: "a+b@example.com" }],
  ["?broken=%E0%A4%A", { broken: "\uFFFD%A" }],
])("the search %s is read as its values", (text, search) => {
  expect(parseSearch(text)).toEqual(search);
});

test("a path is filled in and found again", () => {
  fc.assert(
    fc.property(fc.nat(), fc.option(fc.nat(), { nil: undefined }), (course, unit_order) => {
      const path = "/learner/course/$course/unit/{-$unit_order}";
      const found = matchPath(path, fillPath(path, { course, unit_order }));
      expect(found).toEqual({ course: `${course}`, ...(unit_order !== undefined && { unit_order: `${unit_order}` }) });
    }),
  );
});

test("an address matches the whole of a path and nothing else", () => {
  expect(matchPath("/users/", "/users")).toEqual({});
  expect(matchPath("/user/$id", "/user/7/")).toEqual({ id: "7" });
  expect(matchPath("/user/$id", "/user")).toBeNull();
  expect(matchPath("/user/$id", "/user/7/edit")).toBeNull();
  expect(matchPath("/user/$id", "/user/%")).toBeNull();
});
