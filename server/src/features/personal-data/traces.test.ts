import { expect, test } from "vitest";
import { findTraces } from "./traces.ts";

const anonymous = { first: "Erased person", last: "5", name: "Erased person 5", email: "erased-5@erased.invalid" };
const traces = (name: string, email = "al@x.test", isShared = false) =>
  findTraces({ instanceId: 1, userId: 5, name, email }, anonymous, isShared);

test("a name is found as whole words, in any case, and inside of any JSON value", () => {
  const { remove } = traces("Al Be");
  expect(remove({ by: "AL BE", list: ["x Al Be.", "\nAl Be"], n: 1, none: null })).toEqual({
    by: "Erased person 5",
    list: ["x Erased person 5.", "\nErased person 5"],
    n: 1,
    none: null,
  });
  expect(remove("Real Bean, Al Bean, Hal Be")).toBe("Real Bean, Al Bean, Hal Be");
});

test("an address is not found inside of a longer one", () => {
  const { remove, isIn } = traces("Al Be", "al.be@x.test");
  expect(remove("To Al.Be@x.test, pal.al.be@x.test, al.be@x.tests")).toBe(
    "To erased-5@erased.invalid, pal.al.be@x.test, al.be@x.tests",
  );
  expect(isIn("pal.al.be@x.test")).toBe(false);
});

test("a name with signs of expressions and of replacements is a plain text", () => {
  expect(traces("A. (B)$& *").remove("by A. (B)$& * and Ax (B)")).toBe("by Erased person 5 and Ax (B)");
});

test("a name that another user has too stays, because it tells nothing about whom a text is", () => {
  expect(traces("Al Be", "al@x.test", true).remove("Al Be, al@x.test")).toBe("Al Be, erased-5@erased.invalid");
});

test("a former name is found too, and one that is part of the present name leaves nothing of it", () => {
  const former = { names: ["Al Be"], emails: ["be@x.test"] };
  const person = { instanceId: 1, userId: 5, name: "Al Be Cee", email: "al@x.test", former };
  const { remove, needles } = findTraces(person, anonymous, false);
  expect(remove("Al Be, Al Be Cee, be@x.test, al@x.test")).toBe(
    "Erased person 5, Erased person 5, erased-5@erased.invalid, erased-5@erased.invalid",
  );
  expect(needles.toSorted()).toEqual(["Al Be", "Al Be Cee", "al@x.test", "be@x.test"]);
});
