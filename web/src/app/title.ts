import { useLingui } from "@lingui/react";
import { useRouterState } from "../router/index.ts";
import { useEffect, useLayoutEffect } from "react";
import { boot } from "./boot.ts";

/** Names the window after something that is only known with the data, as a course's title. */
export function useTitle(name: string | undefined) {
  // The route names the window again at each step, also at one within the same screen.
  const path = useRouterState({ select: (state) => state.location.pathname });
  useEffect(() => {
    if (name) setTitle(name);
  }, [name, path]);
}

/** Names the window after the route; runs before `useTitle` of the screen in it. */
export function useRouteTitle() {
  const { i18n } = useLingui();
  const title = useRouterState({
    select: (state) => state.matches.findLast((match) => match.staticData.title)?.staticData.title,
  });
  const path = useRouterState({ select: (state) => state.location.pathname });
  const text = title && i18n._(title);
  useLayoutEffect(() => {
    if (text) setTitle(text);
  }, [text, path]);
}

const setTitle = (name: string) => {
  document.title = `${name} | ${boot().productName}`;
};
