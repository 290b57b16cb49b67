import { msg } from "@lingui/core/macro";
import { createRoute, redirect } from "@tanstack/react-router";
import { skipWhenSignedIn } from "../guards.ts";
import { loadTexts } from "../i18n.ts";
import { acceptOnly, atOnce, textIn } from "./address.ts";
import { open } from "./frames.ts";
import { lazyScreen } from "./lazyScreen.ts";

/** Reads the parameters of a mail's link. A plus sign in an e-mail stays one; set-up turns spaces back itself. */
const readLinkOfMail = (search: Record<string, unknown>): { email?: string; token?: string } => ({
  ...textIn(search, "email"),
  ...((typeof search["token"] === "string" || typeof search["token"] === "number") && {
    token: String(search["token"]),
  }),
});

/** Screens for everyone. */
export const account = [
  createRoute({
    ...open,
    path: "/",
    beforeLoad: (): void => void redirect({ to: "/login", ...atOnce }),
  }),
  createRoute({
    ...open,
    path: "/login",
    staticData: { title: msg`Login` },
    validateSearch: acceptOnly((search): { success?: string } => textIn(search, "success")),
    beforeLoad: skipWhenSignedIn,
    component: lazyScreen(() => import("../../features/accounts/LoginScreen.tsx"), "LoginScreen"),
  }),
  createRoute({
    ...open,
    path: "/login-redirect",
    staticData: { title: msg`Logging in` },
    component: lazyScreen(() => import("../../features/accounts/LoginRedirectScreen.tsx"), "LoginRedirectScreen"),
  }),
  createRoute({
    ...open,
    path: "/sign-in-refused",
    staticData: { title: msg`You are not signed in` },
    beforeLoad: (): Promise<void> => loadTexts("learning"),
    component: lazyScreen(() => import("../../features/accounts/SignInRefusedScreen.tsx"), "SignInRefusedScreen"),
  }),
  createRoute({
    ...open,
    path: "/forgot-password",
    staticData: { title: msg`Forgot password` },
    component: lazyScreen(() => import("../../features/accounts/ForgotPasswordScreen.tsx"), "ForgotPasswordScreen"),
  }),
  createRoute({
    ...open,
    path: "/find-site",
    staticData: { title: msg`Find my training sites` },
    component: lazyScreen(() => import("../../features/accounts/FindSiteScreen.tsx"), "FindSiteScreen"),
  }),
  createRoute({
    ...open,
    path: "/password-reset",
    staticData: { title: msg`Reset password` },
    validateSearch: acceptOnly(readLinkOfMail),
    component: lazyScreen(() => import("../../features/accounts/NewPasswordScreen.tsx"), "PasswordResetScreen"),
  }),
  createRoute({
    ...open,
    path: "/set-password",
    staticData: { title: msg`Set password` },
    validateSearch: acceptOnly(readLinkOfMail),
    component: lazyScreen(() => import("../../features/accounts/NewPasswordScreen.tsx"), "SetPasswordScreen"),
  }),
  createRoute({
    ...open,
    path: "/register",
    staticData: { title: msg`Create your account` },
    beforeLoad: (): Promise<void> => loadTexts("learning"),
    component: lazyScreen(() => import("../../features/accounts/EnterCodeScreen.tsx"), "EnterCodeScreen"),
  }),
  createRoute({
    ...open,
    path: "/confirm-email",
    staticData: { title: msg`Confirm your new email` },
    beforeLoad: (): Promise<void> => loadTexts("learning"),
    component: lazyScreen(() => import("../../features/accounts/EmailLinkScreen.tsx"), "ConfirmEmailScreen"),
  }),
  createRoute({
    ...open,
    path: "/stop-email",
    staticData: { title: msg`Stop the change of your email` },
    beforeLoad: (): Promise<void> => loadTexts("learning"),
    component: lazyScreen(() => import("../../features/accounts/EmailLinkScreen.tsx"), "StopEmailScreen"),
  }),
  createRoute({
    ...open,
    path: "/register/confirm",
    staticData: { title: msg`Confirm your email` },
    validateSearch: acceptOnly(readLinkOfMail),
    beforeLoad: (): Promise<void> => loadTexts("learning"),
    component: lazyScreen(
      () => import("../../features/accounts/ConfirmRegistrationScreen.tsx"),
      "ConfirmRegistrationScreen",
    ),
  }),
  createRoute({
    ...open,
    path: "/register/$code",
    staticData: { title: msg`Create your account` },
    beforeLoad: (): Promise<void> => loadTexts("learning"),
    component: lazyScreen(() => import("../../features/accounts/RegisterScreen.tsx"), "RegisterScreen"),
  }),
  createRoute({
    ...open,
    path: "/contact",
    staticData: { title: msg`Contact` },
    beforeLoad: (): Promise<void> => loadTexts("product"),
    component: lazyScreen(() => import("../../features/contact/ContactScreen.tsx"), "ContactScreen"),
  }),
  createRoute({
    ...open,
    path: "/videotest",
    staticData: { title: msg`Video compatibility test` },
    beforeLoad: (): Promise<void> => loadTexts("product"),
    component: lazyScreen(() => import("../../features/contact/VideoTestScreen.tsx"), "VideoTestScreen"),
  }),
] as const;
