import { describe, expect, test } from "vitest";
import { startServer } from "../testing/server.ts";
import { fill, ENGLISH, phrase, t } from "./message.ts";
import { readLanguage, translate } from "./translate.ts";

const server = await startServer();

describe("message", () => {
  test("is its text without values, and its text with placeholders otherwise", () => {
    expect(t`Enter a name.`).toBe("Enter a name.");
    expect(t`This can have at most ${5} characters.`).toEqual({
      id: "This can have at most {0} characters.",
      values: [5],
    });
  });

  test("contains its values unchanged, also those that look like placeholders", () => {
    const message = t`There is no group named '${"{1} $& {0}"}'.`;
    expect(translate(message, "en")).toBe("There is no group named '{1} $& {0}'.");
    expect(translate(message, "fr")).toBe("Il n’existe aucun groupe nommé «\u202f{1} $& {0}\u202f».");
  });

  test("translates values that are messages or days", () => {
    const problem = phrase`needs at least one pair`;
    expect(translate(t`This question ${problem}.`, "es")).toBe("Esta pregunta necesita al menos un par.");
    const message = t`This course opens on ${{ day: "2026-03-03" }}.`;
    expect(translate(message, "en")).toBe("This course opens on 3 March 2026.");
    expect(translate(message, "fr")).toBe("Ce cours ouvre le 3 mars 2026.");
  });

  test("stays English without a translation", () => {
    expect(translate("Not in any catalogue.", "fr")).toBe("Not in any catalogue.");
    expect(fill("Not in any catalogue.", ENGLISH)).toBe("Not in any catalogue.");
  });
});

test.each([
  [undefined, "en"],
  ["*", "en"],
  ["fr", "fr"],
  ["de-DE, es-MX;q=0.8, fr;q=0.5", "es"],
  ["EN-gb,fr", "en"],
  ["constructor", "en"],
])("reads Accept-Language %s as %s", (header, language) => {
  expect(readLanguage(header)).toBe(language);
});

describe("error", () => {
  test.each([
    ["en", "The email or password is not correct."],
    ["fr", "L’adresse e-mail ou le mot de passe est incorrect."],
    ["es", "El correo electrónico o la contraseña no son correctos."],
  ])("comes over GraphQL in the language %s of the request", async (language, message) => {
    const response = await server.app.inject({
      method: "POST",
      url: "/graphql",
      headers: { host: "demo.localhost", "accept-language": language },
      payload: {
        query: `mutation { loginUser(email: "nobody@demo.test", password: "not-it-at-all") { token } }`,
      },
    });
    const [error] = response.json().errors;
    expect(error.message).toBe(message);
    expect(Object.values(error.extensions.validation).flat()).toEqual([message]);
  });

  test("comes from other routes in the language of the request", async () => {
    const response = await server.app.inject({
      method: "POST",
      url: "/api/upload-video",
      headers: { host: "demo.localhost", "accept-language": "es" },
    });
    expect(response.json().error).toBe("Inicie sesión para continuar.");
  });
});
