import { useLingui } from "@lingui/react/macro";
import { Component, lazy, type ComponentType, type ReactNode, useEffect, useState } from "react";
import { ErrorState } from "./ErrorState.tsx";
import { askServerState, isCodeMissing, type ServerState } from "./newVersion.ts";
import { ReloadNeeded } from "./ReloadNeeded.tsx";

/**
 * Loads a part of a screen when it is first shown. When its code does not arrive, only the part is replaced, and can be
 * tried again: what was typed in the rest of the screen stays.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const fetchPart = () => lazy(load) as ComponentType<Props>;
  let Part = fetchPart();
  return function LazyPart(props: Props) {
    return <PartBoundary onRetry={() => void (Part = fetchPart())}>{() => <Part {...props} />}</PartBoundary>;
  };
}

interface BoundaryProps {
  children: () => ReactNode;
  onRetry: () => void;
}

class PartBoundary extends Component<BoundaryProps, { error: unknown }> {
  override state = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children();
    // An error of the part itself belongs to the whole screen.
    if (!isCodeMissing(error)) throw error;
    return <MissingPart onRetry={this.retry} />;
  }

  retry = () => {
    this.props.onRetry();
    this.setState({ error: null });
  };
}

function MissingPart({ onRetry }: { onRetry: () => void }) {
  const { t } = useLingui();
  const [server, setServer] = useState<ServerState>("unreachable");
  useEffect(() => {
    let isShown = true;
    void askServerState().then((state) => isShown && setServer(state));
    return () => void (isShown = false);
  }, []);
  if (server !== "unreachable")
    return (
      <ReloadNeeded
        isOutdated={server === "outdated"}
        failure={t`This part of the page could not be loaded.`}
        detail={t`Save your work, then reload the page.`}
        onRetry={onRetry}
      />
    );
  return (
    <ErrorState
      title={t`This part of the page could not be loaded.`}
      detail={t`The server could not be reached. Please check your connection and try again.`}
      onRetry={onRetry}
    />
  );
}
