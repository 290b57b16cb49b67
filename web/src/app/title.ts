import { useLingui } from "@lingui/react";
import { useRouterState } from "@tanstack/react-router";
import { useEffect, useLayoutEffect } from "react";
import { boot } from "./boot.ts";

/** Titles the window after loaded data, such as a course's title. */
export function useTitle(name: string | undefined) {
  // The route titles the window at each navigation, also within the same screen.
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  useEffect(() => {
    if (name) setTitle(name);
  }, [name, path]);
}

/** Titles the window after the route; runs before `useTitle` of its screen. */
export function useRouteTitle() {
  const { i18n } = useLingui();
  const title = useRouterState({
    select: (state) => state.matches.findLast((match) => match.staticData.title)?.staticData.title,
  });
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const text = title && i18n._(title);
  useLayoutEffect(() => {
    if (text) setTitle(text);
  }, [text, path]);
}

const setTitle = (name: string) => {
  document.title = `${name} | ${boot().productName}`;
};
