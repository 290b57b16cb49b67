import { builder } from "../../graphql/builder.ts";
import { SupportSettings } from "./support.graphql.ts";
import { PrivacySettings, PrivacySettingsInput } from "./privacy.graphql.ts";
import { getSettings, type Settings, updateSettings } from "./settings.service.ts";

const GeneralSettings = builder.objectRef<Settings["general"]>("GeneralSettings").implement({
  fields: (t) => ({
    name: t.exposeString("name"),
    address: t.exposeString("address", { description: "The host at which the instance is served." }),
    time_zone: t.exposeString("time_zone", { description: "An IANA time zone." }),
    current_time_zone: t.exposeString("current_time_zone", {
      nullable: true,
      description: "The one that applies until certificates are moved to the one chosen; null when that applies.",
    }),
    language: t.exposeString("language", { description: "For users who have not chosen one: en, fr or es." }),
    currency: t.exposeString("currency", { description: "ISO 4217" }),
    date_format: t.exposeString("date_format", { description: "day-month-year, month-day-year or year-month-day" }),
    languages: t.exposeStringList("languages", { description: "The languages that users may choose." }),
    first_weekday: t.exposeInt("first_weekday", { description: "On which weeks begin: 1 (Monday), 6 or 7 (Sunday)." }),
  }),
});

const BrandSettings = builder.objectRef<Settings["brand"]>("BrandSettings").implement({
  fields: (t) => ({
    theme: t.exposeString("theme", { nullable: true }),
    primary_color: t.exposeString("primary_color", { nullable: true }),
    secondary_color: t.exposeString("secondary_color", { nullable: true }),
    logo_url: t.exposeString("logo_url", { nullable: true }),
    logo_dark_url: t.exposeString("logo_dark_url", { nullable: true, description: "For the dark theme." }),
    icon_url: t.exposeString("icon_url", { nullable: true, description: "Of the browser's tab." }),
    login_picture_url: t.exposeString("login_picture_url", { nullable: true, description: "Beside the login form." }),
    welcome_text: t.exposeString("welcome_text", { nullable: true, description: "Shown on the login page." }),
    is_enabled: t.exposeBoolean("is_enabled", { description: "Whether the instance may have a brand of its own." }),
  }),
});

const SignInSettings = builder.objectRef<Settings["sign_in"]>("SignInSettings").implement({
  fields: (t) => ({
    session_hours: t.exposeInt("session_hours", { description: "How long a sign-in lasts at most." }),
    idle_minutes: t.exposeInt("idle_minutes", {
      nullable: true,
      description: "After how many minutes without use a sign-in ends.",
    }),
    second_factor_roles: t.exposeStringList("second_factor_roles", { description: "Roles that need a second factor." }),
    second_factor_grace_days: t.exposeInt("second_factor_grace_days", {
      description: "For how many days users of these roles may still do without one; 0 for none.",
    }),
    remember_days: t.exposeInt("remember_days", {
      nullable: true,
      description: "For how many days a device is not asked for the second factor again.",
    }),
  }),
});

const CatalogueSettings = builder.objectRef<Settings["catalogue"]>("CatalogueSettings").implement({
  fields: (t) => ({
    priced_courses_need_assignment: t.exposeBoolean("priced_courses_need_assignment", {
      description: "Users cannot start courses with a price on their own.",
    }),
    catalogue_audience: t.exposeString("catalogue_audience", {
      description: "Who sees it: everybody, main_site (those with access to the main site) or nobody.",
    }),
    catalogue_sort: t.exposeString("catalogue_sort", { description: "The order in which it opens: newest or title." }),
  }),
});

const NotificationSettings = builder.objectRef<Settings["notifications"]>("NotificationSettings").implement({
  fields: (t) => ({
    due_reminders_before: t.exposeIntList("due_reminders_before", {
      description: "On how many days before a due date learners are reminded.",
    }),
    due_reminders_after: t.exposeIntList("due_reminders_after", { description: "On how many days after it." }),
    due_digest: t.exposeBoolean("due_digest", { description: "Whether managers get a digest every week." }),
    sender_name: t.exposeString("sender_name", {
      nullable: true,
      description: "The name that mails come from; null for the product's own.",
    }),
    reply_to: t.exposeString("reply_to", { nullable: true, description: "Where replies to mails go." }),
  }),
});

const PointSettings = builder.objectRef<Settings["points"]>("PointSettings").implement({
  fields: (t) => ({
    is_on: t.exposeBoolean("is_on", { description: "Whether people earn points and see a leaderboard." }),
    for_course: t.exposeInt("for_course", { description: "For a completed course." }),
    for_path: t.exposeInt("for_path", { description: "For a completed learning path." }),
    for_badge: t.exposeInt("for_badge", { description: "For a badge." }),
  }),
});

const InstanceSettings = builder.objectRef<Settings>("InstanceSettings").implement({
  fields: (t) => ({
    version: t.exposeInt("version", { description: "Counts the changes; to be sent with the next one." }),
    general: t.expose("general", { type: GeneralSettings }),
    brand: t.expose("brand", { type: BrandSettings }),
    support: t.expose("support", { type: SupportSettings }),
    sign_in: t.expose("sign_in", { type: SignInSettings }),
    catalogue: t.expose("catalogue", { type: CatalogueSettings }),
    notifications: t.expose("notifications", { type: NotificationSettings }),
    privacy: t.expose("privacy", { type: PrivacySettings }),
    points: t.expose("points", { type: PointSettings }),
  }),
});

const GeneralSettingsInput = builder.inputType("GeneralSettingsInput", {
  fields: (t) => ({
    name: t.string(),
    time_zone: t.string(),
    language: t.string(),
    currency: t.string(),
    date_format: t.string(),
    languages: t.stringList(),
    first_weekday: t.int(),
  }),
});

const BrandSettingsInput = builder.inputType("BrandSettingsInput", {
  fields: (t) => ({
    theme: t.string(),
    primary_color: t.string(),
    secondary_color: t.string(),
    remove_logo: t.boolean(),
    remove_logo_dark: t.boolean(),
    remove_icon: t.boolean(),
    remove_login_picture: t.boolean(),
    welcome_text: t.string(),
  }),
});

const SupportSettingsInput = builder.inputType("SupportSettingsInput", {
  fields: (t) => ({
    text: t.string(),
    email: t.string(),
    phone: t.string(),
    link: t.string(),
  }),
});

const SignInSettingsInput = builder.inputType("SignInSettingsInput", {
  fields: (t) => ({
    session_hours: t.int(),
    idle_minutes: t.int(),
    second_factor_roles: t.stringList(),
    second_factor_grace_days: t.int(),
    remember_days: t.int(),
  }),
});

const CatalogueSettingsInput = builder.inputType("CatalogueSettingsInput", {
  fields: (t) => ({
    priced_courses_need_assignment: t.boolean(),
    catalogue_audience: t.string(),
    catalogue_sort: t.string(),
  }),
});

const NotificationSettingsInput = builder.inputType("NotificationSettingsInput", {
  fields: (t) => ({
    due_reminders_before: t.intList(),
    due_reminders_after: t.intList(),
    due_digest: t.boolean(),
    sender_name: t.string(),
    reply_to: t.string(),
  }),
});

const PointSettingsInput = builder.inputType("PointSettingsInput", {
  fields: (t) => ({ is_on: t.boolean(), for_course: t.int(), for_path: t.int(), for_badge: t.int() }),
});

builder.queryField("instanceSettings", (t) =>
  t.field({ type: InstanceSettings, resolve: (_, __, { actor }) => getSettings(actor) }),
);

builder.mutationField("updateInstanceSettings", (t) =>
  t.field({
    type: InstanceSettings,
    description: "Changes the sections that are given.",
    args: {
      version: t.arg.int({ required: true }),
      general: t.arg({ type: GeneralSettingsInput }),
      brand: t.arg({ type: BrandSettingsInput }),
      support: t.arg({ type: SupportSettingsInput }),
      sign_in: t.arg({ type: SignInSettingsInput }),
      catalogue: t.arg({ type: CatalogueSettingsInput }),
      notifications: t.arg({ type: NotificationSettingsInput }),
      privacy: t.arg({ type: PrivacySettingsInput, description: "Fields that are left out are removed." }),
      points: t.arg({ type: PointSettingsInput }),
      logo: t.arg({ type: "Upload" }),
      logo_dark: t.arg({ type: "Upload" }),
      icon: t.arg({ type: "Upload" }),
      login_picture: t.arg({ type: "Upload" }),
    },
    resolve: (_, { logo, logo_dark, icon, login_picture, ...input }, { actor }) =>
      updateSettings(actor, input, { logo, logo_dark, icon, login_picture }),
  }),
);
