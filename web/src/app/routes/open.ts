import { msg } from "@lingui/core/macro";
import { lazyRouteComponent, redirect } from "../../router/index.ts";
import { skipWhenSignedIn } from "../guards.ts";
import { loadTexts } from "../i18n.ts";
import { textIn } from "./address.ts";
import { open } from "./frames.ts";

/** What of a mail's link is in the address. A plus sign in an e-mail stays one; set-up turns spaces back itself. */
const linkOfMail = (search: Record<string, unknown>): { email?: string; token?: string } => ({
  ...textIn(search, "email"),
  ...((typeof search["token"] === "string" || typeof search["token"] === "number") && {
    token: String(search["token"]),
  }),
});

/** What is open to everybody. */
export const account = [
  open({
    path: "/",
    beforeLoad: () => {
      throw redirect({ to: "/login", replace: true });
    },
  }),
  open({
    path: "/login",
    staticData: { title: msg`Login` },
    validateSearch: (search): { success?: string } => textIn(search, "success"),
    beforeLoad: skipWhenSignedIn,
    component: lazyRouteComponent(() => import("../../features/accounts/LoginScreen.tsx"), "LoginScreen"),
  }),
  open({
    path: "/login-redirect",
    staticData: { title: msg`Logging in` },
    component: lazyRouteComponent(
      () => import("../../features/accounts/LoginRedirectScreen.tsx"),
      "LoginRedirectScreen",
    ),
  }),
  open({
    path: "/forgot-password",
    staticData: { title: msg`Forgot password` },
    component: lazyRouteComponent(
      () => import("../../features/accounts/ForgotPasswordScreen.tsx"),
      "ForgotPasswordScreen",
    ),
  }),
  open({
    path: "/password-reset",
    staticData: { title: msg`Reset password` },
    validateSearch: linkOfMail,
    component: lazyRouteComponent(() => import("../../features/accounts/NewPasswordScreen.tsx"), "PasswordResetScreen"),
  }),
  open({
    path: "/set-password",
    staticData: { title: msg`Set password` },
    validateSearch: linkOfMail,
    component: lazyRouteComponent(() => import("../../features/accounts/NewPasswordScreen.tsx"), "SetPasswordScreen"),
  }),
  open({
    path: "/contact",
    staticData: { title: msg`Contact` },
    beforeLoad: (): Promise<void> => loadTexts("product"),
    component: lazyRouteComponent(() => import("../../features/contact/ContactScreen.tsx"), "ContactScreen"),
  }),
  open({
    path: "/videotest",
    staticData: { title: msg`Video compatibility test` },
    beforeLoad: (): Promise<void> => loadTexts("product"),
    component: lazyRouteComponent(() => import("../../features/contact/VideoTestScreen.tsx"), "VideoTestScreen"),
  }),
];
