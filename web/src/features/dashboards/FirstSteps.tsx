import { useLingui } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Check, Circle } from "lucide-react";
import { getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { useScreenExists } from "../../app/links.ts";
import { useViewer } from "../../app/session.ts";
import { Button } from "../../ui/Button.tsx";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { Card } from "../../ui/Card.tsx";
import { linkTo } from "../../ui/linkTo.ts";
import { toast } from "../../ui/toast.ts";
import { CreateSampleCourse, FirstSteps as FirstStepsQuery, HideFirstSteps } from "./firstSteps.documents.ts";

type Step = { label: string; isDone: boolean; to: string; action: string };

/** Leads the admins of a new instance to what they do first. Steps are done when the instance has what they lead to. */
export function FirstSteps() {
  const viewer = useViewer();
  return viewer.can("first_steps.view") ? <OpenFirstSteps /> : null;
}

function OpenFirstSteps() {
  const { t } = useLingui();
  const client = useQueryClient();
  const navigate = useNavigate();
  const exists = useScreenExists();
  // Without an answer the dashboard is complete as it is.
  const { data } = useQuery({
    queryKey: ["firstSteps"],
    queryFn: async () => (await execute(FirstStepsQuery)).firstSteps,
  });
  const showing = useMutation({
    mutationFn: () => execute(HideFirstSteps, { hidden: false }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["firstSteps"] }),
  });
  const hiding = useMutation({
    mutationFn: () => execute(HideFirstSteps, { hidden: true }),
    onSuccess: () => {
      toast({ text: t`The first steps are hidden.`, action: { label: t`Undo`, onPress: () => showing.mutate() } });
      return client.invalidateQueries({ queryKey: ["firstSteps"] });
    },
    onError: (error) => toast({ kind: "error", text: getMessage(error) }),
  });
  const sample = useMutation({
    mutationFn: async () => (await execute(CreateSampleCourse)).createSampleCourse,
    onSuccess: async ({ id }) => {
      await client.invalidateQueries();
      toast({ kind: "success", text: t`The sample course is published. This is how you edit it.` });
      await navigate({ to: "/courses/$id/edit", params: { id } });
    },
    onError: (error) => toast({ kind: "error", text: getMessage(error) }),
  });
  if (!data || data.is_hidden) return null;

  const steps: Step[] = [
    {
      label: t`Give the site your logo and colours`,
      isDone: data.has_brand,
      to: "/settings/brand",
      action: t`Open brand`,
    },
    { label: t`Publish a first course`, isDone: data.has_course, to: "/addcourse", action: t`Add Course` },
    { label: t`Invite people`, isDone: data.has_people, to: "/adduser", action: t`Add user` },
    { label: t`Enrol people in the course`, isDone: data.has_enrolment, to: "/courses", action: t`Open courses` },
    { label: t`See how learners progress`, isDone: data.has_progress, to: "/reports/courses", action: t`Open reports` },
  ].filter(({ to }) => exists(to));
  const done = steps.filter(({ isDone }) => isDone).length;
  if (done === steps.length) return null;
  const total = steps.length;

  return (
    <Card
      title={t`First steps`}
      className="mb-5"
      action={
        <span className="flex flex-wrap items-center gap-3 text-sm text-muted">
          <span className="tabular-nums">{t`${done} of ${total} done`}</span>
          <Button kind="ghost" size="small" busy={hiding.isPending} onClick={() => hiding.mutate()}>
            {t`Hide`}
          </Button>
        </span>
      }
    >
      <ol className="grid gap-x-8 gap-y-2">
        {steps.map(({ label, isDone, to, action }) => (
          <li key={to} className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1">
            {isDone ? (
              <Check size={18} aria-hidden className="shrink-0 text-ok" />
            ) : (
              <Circle size={18} aria-hidden className="shrink-0 text-muted" />
            )}
            <span className={isDone ? "mr-auto text-muted line-through" : "mr-auto font-medium"}>
              {label}
              {isDone && <span className="sr-only"> {t`(done)`}</span>}
            </span>
            {!isDone && (
              <span className="flex flex-wrap gap-2">
                {to === "/addcourse" && (
                  <Button kind="quiet" size="small" busy={sample.isPending} onClick={() => sample.mutate()}>
                    {t`Use the sample course`}
                  </Button>
                )}
                <ButtonLink kind="quiet" size="small" {...linkTo(to)}>
                  {action}
                </ButtonLink>
              </span>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}
