import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contrast } from "../themes/themes.service.ts";
import { letterColours } from "./letter-colours.ts";
import { contactLetter, type Letterhead, linkLetter } from "./letters.ts";

const head: Letterhead = { siteName: "Northgate Trust", language: "en", color: "#1f5c63", logo: null };
const link = "https://demo.example.org/set-password?token=abc&email=a%40b.test";

describe("a letter with a link", () => {
  test.each([
    ["en", "Welcome to Northgate Trust", "Hello Grace,", "Set your password", "seven days"],
    ["fr", "Bienvenue chez Northgate Trust", "Bonjour Grace,", "Définir votre mot de passe", "sept jours"],
    ["es", "Le damos la bienvenida a Northgate Trust", "Hola, Grace:", "Establecer su contraseña", "siete días"],
  ] as const)("an invitation in %s says the same in text and HTML", (language, subject, greeting, button, time) => {
    const letter = linkLetter("invitation", { ...head, language }, "Grace", link);
    expect(letter.subject).toBe(subject);
    for (const body of [letter.text, letter.html]) {
      expect(body).toContain(greeting);
      expect(body).toContain(time);
    }
    expect(letter.text).toContain(`\n${link}\n`);
    expect(letter.html).toContain(`<html lang="${language}">`);
    expect(letter.html).toContain(`href="${link.replaceAll("&", "&amp;")}"`);
    expect(letter.html).toContain(button);
  });

  test.each(["en", "fr", "es"] as const)(
    "a reset in %s says how long the link works and that it may be left",
    (language) => {
      const { text } = linkLetter("password_reset", { ...head, language }, "Grace", link);
      expect(text).toMatch(
        { en: /one hour[^]*not you/, fr: /une heure[^]*n’était pas vous/, es: /una hora[^]*no ha sido usted/ }[
          language
        ],
      );
    },
  );

  test("names cannot bring markup into it", () => {
    const letter = linkLetter("invitation", { ...head, siteName: "<b>Site</b>" }, "<img src=x onerror=a>", link);
    expect(letter.html).not.toMatch(/<b>|<img/);
    expect(letter.html).toContain("&lt;img src=x onerror=a&gt;");
  });

  test("a logo travels in the mail, with the site's name for those who see no pictures", () => {
    const logo = { content: Buffer.from("png"), type: "image/png" };
    const letter = linkLetter("invitation", { ...head, logo }, "Grace", link);
    expect(letter.html).toMatch(/<img\s+src="cid:site-logo"\s+alt="Northgate Trust"/);
    expect(letter.images).toEqual([{ ...logo, id: "site-logo" }]);
  });
});

test("a message of the contact page can be answered, and its text brings no markup", () => {
  const letter = contactLetter(head, {
    first_name: "Ada",
    last_name: "Byron",
    email: "ada@example.org",
    country: "GB",
    message: "First.\n\n<script>alert(1)</script>",
  });
  expect(letter.replyTo).toEqual({ name: "Ada Byron", address: "ada@example.org" });
  expect(letter.text).toContain("<script>alert(1)</script>");
  expect(letter.html).not.toContain("<script>");
});

test("whatever colour a site has, labels keep 4.5:1 and the button can be seen", () => {
  const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);
  fc.assert(
    fc.property(fc.oneof(colour, fc.constantFrom("#ffffff", "#000000", "#ffdd00", "#767676")), (brand) => {
      const { fill, label, edge } = letterColours(brand);
      expect(contrast(fill, label)).toBeGreaterThanOrEqual(4.5);
      expect(Math.max(contrast(fill, "#ffffff"), contrast(edge, "#ffffff"))).toBeGreaterThanOrEqual(3);
    }),
    { numRuns: 2000 },
  );
});
