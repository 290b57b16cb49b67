import { useLingui } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getMessage } from "../../../app/errors.ts";
import { execute } from "../../../app/graphql.ts";
import { Loaded } from "../../../app/Loaded.tsx";
import { Button } from "../../../ui/Button.tsx";
import { formatDateTime } from "../../../ui/format.ts";
import { toast } from "../../../ui/toast.ts";
import { nameDevice } from "./nameDevice.ts";
import { ForgetDevice, type RememberedDevice, RememberedDevices } from "./security.documents.ts";

const queryKey = ["rememberedDevices"];

/** Renders the devices that are not asked for the second factor; nothing without any. */
export function RememberedDevicesList() {
  const { t } = useLingui();
  const devices = useQuery({
    queryKey,
    queryFn: async () => (await execute(RememberedDevices)).rememberedDevices,
    staleTime: 0,
  });
  return (
    <Loaded query={devices} shape="form" failure={t`The devices could not be loaded.`}>
      {(list) =>
        list.length > 0 && (
          <div className="mt-6 border-t border-line pt-5">
            <h3 className="font-medium">{t`Devices that are not asked for it`}</h3>
            <ul className="divide-y divide-line">
              {list.map((device) => (
                <Row key={device.id} device={device} />
              ))}
            </ul>
          </div>
        )
      }
    </Loaded>
  );
}

function Row({ device }: { device: RememberedDevice }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const { browser, system } = nameDevice(device.user_agent);
  const name = browser && system ? t`${browser} on ${system}` : browser || system || t`Unknown device`;
  const [since, used] = [formatDateTime(device.created_at), formatDateTime(device.last_used_at)];
  const forgetting = useMutation({
    mutationFn: () => execute(ForgetDevice, { id: device.id }),
    onSuccess: () => {
      toast({ kind: "success", text: t`${name} is asked for the second factor again.` });
      return client.invalidateQueries({ queryKey });
    },
    onError: (error) => toast({ kind: "error", text: getMessage(error) }),
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p>{name}</p>
        <p className="mt-1 text-small text-muted">
          {t`Remembered ${since}, last used ${used}`}
          <span className="break-all">{` · ${device.address}`}</span>
        </p>
      </div>
      <Button
        kind="quiet"
        size="small"
        busy={forgetting.isPending}
        aria-label={t`Ask again: ${name}, remembered ${since}`}
        onClick={() => forgetting.mutate()}
      >
        {t`Ask again`}
      </Button>
    </li>
  );
}
