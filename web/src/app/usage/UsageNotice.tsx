import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { formatBytes } from "../../ui/format.ts";
import { execute } from "../graphql.ts";
import { LicenceUsage, StorageUsage } from "./usage.documents.ts";

const WARNED_FOR_MS = 60_000;

/** Warns people who create users that licences run out; nothing while there are enough. */
export function LicenceNotice() {
  const { t } = useLingui();
  const { data } = useQuery({
    queryKey: ["licenceUsage"],
    queryFn: async () => (await execute(LicenceUsage)).licenceUsage,
    staleTime: WARNED_FOR_MS,
  });
  if (!data || data.limit === null || data.state === "free") return null;
  const { used, limit } = data;
  return (
    <Notice>
      {data.state === "reached"
        ? t`All ${limit} licences are in use. Deactivate or delete a user first, or ask for more licences.`
        : t`${used} of ${limit} licences are in use.`}
    </Notice>
  );
}

/** Warns authors that storage runs out; nothing while there is enough. */
export function StorageNotice() {
  const { t } = useLingui();
  const { data } = useQuery({
    queryKey: ["storageUsage"],
    queryFn: async () => (await execute(StorageUsage)).storageUsage,
    staleTime: WARNED_FOR_MS,
  });
  if (!data || data.limit === null || data.state === "free") return null;
  const [used, limit] = [formatBytes(data.used), formatBytes(data.limit)];
  return (
    <Notice>
      {data.state === "reached"
        ? t`The storage of ${limit} is full. Files cannot be uploaded until an administrator makes room.`
        : t`${used} of ${limit} storage are in use.`}
    </Notice>
  );
}

const Notice = ({ children }: { children: string }) => (
  <p role="status" className="mb-5 max-w-3xl rounded-card bg-accent-soft px-4 py-3 text-sm text-accent-text">
    {children}
  </p>
);
