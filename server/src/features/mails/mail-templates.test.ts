import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contrast } from "../themes/themes.service.ts";
import { toMailColours } from "./mail-colours.ts";
import { composeContactMail, composeNoticeMail, type MailHeader, composeLinkMail } from "./mail-templates.ts";

const head: MailHeader = { siteName: "Northgate Trust", language: "en", color: "#1f5c63", logo: null };
const link = "https://demo.example.org/set-password?token=abc&email=a%40b.test";

describe("a mail with a link", () => {
  test.each([
    ["en", "Welcome to Northgate Trust", "Hello Grace,", "Set your password", "seven days"],
    ["fr", "Bienvenue chez Northgate Trust", "Bonjour Grace,", "Définir votre mot de passe", "sept jours"],
    ["es", "Le damos la bienvenida a Northgate Trust", "Hola, Grace:", "Establecer su contraseña", "siete días"],
  ] as const)(
    "invites in %s with the same text in plain text and HTML",
    (language, subject, greeting, button, time) => {
      const mail = composeLinkMail("invitation", { ...head, language }, { name: "Grace" }, link);
      expect(mail.subject).toBe(subject);
      for (const body of [mail.text, mail.html]) {
        expect(body).toContain(greeting);
        expect(body).toContain(time);
      }
      expect(mail.text).toContain(`\n${link}\n`);
      expect(mail.html).toContain(`<html lang="${language}">`);
      expect(mail.html).toContain(`href="${link.replaceAll("&", "&amp;")}"`);
      expect(mail.html).toContain(button);
    },
  );

  test.each(["en", "fr", "es"] as const)(
    "resets a password in %s, says how long the link is valid and that it can be ignored",
    (language) => {
      const { text } = composeLinkMail("password_reset", { ...head, language }, { name: "Grace" }, link);
      expect(text).toMatch(
        { en: /one hour[^]*not you/, fr: /une heure[^]*n’était pas vous/, es: /una hora[^]*no ha sido usted/ }[
          language
        ],
      );
    },
  );

  test.each([
    ["en", "Ada Byron sent you a link to choose a new password for your account at Northgate Trust."],
    [
      "fr",
      "Ada Byron vous a envoyé un lien pour choisir un nouveau mot de passe pour votre compte chez Northgate Trust.",
    ],
    ["es", "Ada Byron le ha enviado un enlace para elegir una nueva contraseña para su cuenta en Northgate Trust."],
  ] as const)("sends a password link in %s with the sender's and the site's name", (language, sentence) => {
    const mail = composeLinkMail("password_link", { ...head, language }, { name: "Grace", by: "Ada Byron" }, link);
    for (const body of [mail.text, mail.html]) expect(body).toContain(sentence);
  });

  test("escapes names", () => {
    const mail = composeLinkMail(
      "invitation",
      { ...head, siteName: "<b>Site</b>" },
      { name: "<img src=x onerror=a>" },
      link,
    );
    expect(mail.html).not.toMatch(/<b>|<img/);
    expect(mail.html).toContain("&lt;img src=x onerror=a&gt;");
  });

  test("embeds the logo, with the site's name as its alternative text", () => {
    const logo = { content: Buffer.from("png"), type: "image/png" };
    const mail = composeLinkMail("invitation", { ...head, logo }, { name: "Grace" }, link);
    expect(mail.html).toMatch(/<img\s+src="cid:site-logo"\s+alt="Northgate Trust"/);
    expect(mail.images).toEqual([{ ...logo, id: "site-logo" }]);
  });
});

test("of several notifications has what automations wrote, with its lines, and escaped", () => {
  const about = {
    course: "Knots",
    unit: "",
    person: "",
    domain: "",
    on: null,
    overdue: 0,
    dueSoon: 0,
    path: "/learner/courses",
  };
  const wrote = {
    ...about,
    kind: "automation_message" as const,
    subject: "Helmets",
    message: "Bring <yours>.\nOn Monday.",
  };
  const enrolled = { ...about, kind: "enrolled" as const, subject: "", message: "" };
  const mail = composeNoticeMail(head, "Grace", [wrote, enrolled], (path) => `https://demo.example.org${path}`);
  expect(mail.text).toContain("Helmets:\nBring <yours>.\nOn Monday.\nhttps://demo.example.org/learner/courses\n");
  expect(mail.text).toContain("You have been enrolled in ‘Knots’:\nhttps://demo.example.org/learner/courses\n");
  expect(mail.html).toContain("Bring &lt;yours&gt;.\nOn Monday.");
});

test("about a contact message can be answered, and its text is escaped", () => {
  const mail = composeContactMail(head, {
    first_name: "Ada",
    last_name: "Byron",
    email: "ada@example.org",
    country: "GB",
    message: "First.\n\n<script>alert(1)</script>",
  });
  expect(mail.replyTo).toEqual({ name: "Ada Byron", address: "ada@example.org" });
  expect(mail.text).toContain("<script>alert(1)</script>");
  expect(mail.html).not.toContain("<script>");
});

test("has labels of 4.5:1 and a visible button with any site colour", () => {
  const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);
  fc.assert(
    fc.property(fc.oneof(colour, fc.constantFrom("#ffffff", "#000000", "#ffdd00", "#767676")), (brand) => {
      const { fill, label, edge } = toMailColours(brand);
      expect(contrast(fill, label)).toBeGreaterThanOrEqual(4.5);
      expect(Math.max(contrast(fill, "#ffffff"), contrast(edge, "#ffffff"))).toBeGreaterThanOrEqual(3);
    }),
    { numRuns: 2000 },
  );
});
