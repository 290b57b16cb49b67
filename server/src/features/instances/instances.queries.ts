import { sql } from "kysely";
import { cacheQuery } from "../../db/cached-query.ts";
import type { Db } from "../../db/client.ts";

/** A button of the login form, which leads to an identity provider. */
export interface SignInButton {
  id: number;
  kind: "oidc" | "saml";
  name: string;
  /** The branch whose login form shows it; null for all sites. */
  branch_id: number | null;
  /** Missing in what earlier versions stored. */
  has_button?: boolean;
  /** Whether people with an address of its e-mail domains are led to it. */
  has_domains?: boolean;
}

/** Finds the public data of the instance at an address; without branding, no logo and colours (P5). */
export async function findInstanceAt(db: Db, domain: string) {
  return (await selectInstance(db, { domain }))[0];
}

const selectInstance = cacheQuery((db, { domain }: { domain: string }) => {
  const branded = (column: string) => sql<string | null>`CASE WHEN branding_enabled THEN ${sql.ref(column)} END`;
  return db
    .selectFrom("instances")
    .where("domain", "=", domain)
    .where("deleted_at", "is", null)
    .where("is_platform", "=", false)
    .select([
      "id",
      "name",
      "domain",
      "license_count",
      "branch_limit",
      "theme",
      "trial_ends_at",
      "is_active",
      "language",
      "currency",
      "time_zone",
      "date_format",
      "languages",
      "first_weekday",
      "support_text",
      "support_email",
      "support_phone",
      "support_link",
      "privacy_name",
      "privacy_email",
      "open_sites",
      "passwords_off",
    ])
    .select(sql<SignInButton[]>`sign_in_buttons`.as("sign_in_buttons"))
    .select([
      branded("primary_color").as("primary_color"),
      branded("secondary_color").as("secondary_color"),
      branded("logo_key").as("logo_key"),
      branded("logo_dark_key").as("logo_dark_key"),
      branded("icon_key").as("icon_key"),
      branded("login_picture_key").as("login_picture_key"),
      branded("welcome_text").as("welcome_text"),
    ]);
});
