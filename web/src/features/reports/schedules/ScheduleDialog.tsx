import { useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Controller } from "react-hook-form";
import { getMessage } from "../../../app/errors.ts";
import { execute } from "../../../app/graphql.ts";
import { useSaveForm } from "../../../app/saveForm.ts";
import type { ReportSchedulesQuery } from "../../../gen/graphql.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Form } from "../../../ui/Form.tsx";
import { MultiSelect } from "../../../ui/MultiSelect.tsx";
import { Problems } from "../../../ui/Problems.tsx";
import { Select } from "../../../ui/Select.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { toast } from "../../../ui/toast.ts";
import { useReportDefinitions } from "../useReportDefinitions.tsx";
import { CreateReportSchedule, EditReportSchedule, ScheduleChoices } from "./schedules.documents.ts";
import { usePlanTexts } from "./planTexts.ts";

export type Schedule = ReportSchedulesQuery["reportSchedules"][number];

type Props = {
  schedule: Schedule | null;
  /** For a new schedule: the course whose people it is about, with the filters of its screen. */
  course?: { id: number; title: string; branchUrls: string[]; group_ids: number[] };
  onClose: () => void;
};

/** Creates a schedule, or changes one. */
export function ScheduleDialog({ schedule, course, onClose }: Props) {
  const { t } = useLingui();
  const courseTitle = course?.title;
  const client = useQueryClient();
  const { data: definitions } = useReportDefinitions();
  const { weekdays, monthDays } = usePlanTexts();
  const choices = useQuery({ queryKey: ["scheduleChoices"], queryFn: () => execute(ScheduleChoices) });
  const form = useSaveForm({
    values: {
      name: schedule?.name ?? (courseTitle ? t`People of ${courseTitle}`.slice(0, 150) : ""),
      kind: schedule?.kind ?? (course ? "course-users" : "users"),
      every: schedule?.every ?? "week",
      day: String(schedule?.day ?? 1),
      hour: String(schedule?.hour ?? 7),
      branchUrls: schedule?.branchUrls ?? course?.branchUrls ?? [],
      group_ids: schedule?.group_ids ?? course?.group_ids ?? [],
      category_id: String(schedule?.category_id ?? ""),
      user_ids: schedule?.people.map(({ id }) => id) ?? [],
    },
    save: async ({ day, hour, category_id, ...fields }) => {
      const input = {
        ...fields,
        course_id: has(fields.kind, "course_id") ? (schedule?.course_id ?? course?.id ?? null) : null,
        day: Number(day),
        hour: Number(hour),
        category_id: category_id && has(fields.kind, "category_id") ? Number(category_id) : null,
      };
      if (schedule) await execute(EditReportSchedule, { id: schedule.id, input });
      else await execute(CreateReportSchedule, { input });
    },
    onSaved: async () => {
      onClose();
      if (course) toast({ kind: "success", text: t`The report is scheduled.` });
      await client.invalidateQueries({ queryKey: ["reportSchedules"] });
    },
  });
  const every = form.watch("every");
  const ofCourse = schedule?.course_id ?? course?.id;
  const reports = (definitions?.reports ?? []).filter(
    ({ is_scheduled, filters }) => is_scheduled && (ofCourse || !filters.includes("course_id")),
  );
  const has = (kind: string, filter: string) =>
    reports.some((report) => report.kind === kind && report.filters.includes(filter));

  return (
    <Dialog
      open
      onClose={onClose}
      title={schedule ? t`Change the schedule` : t`Schedule a report`}
      isForm
      actions={
        <>
          <Button kind="quiet" onClick={onClose} disabled={form.saving}>
            {t`Cancel`}
          </Button>
          <Button type="submit" form="schedule" busy={form.saving} disabled={!choices.data}>
            {t`Save`}
          </Button>
        </>
      }
    >
      {body()}
    </Dialog>
  );

  function body() {
    const { data, error } = choices;
    if (!data && error)
      return (
        <ErrorState
          title={t`The form could not be loaded.`}
          detail={getMessage(error)}
          onRetry={() => void choices.refetch()}
        />
      );
    if (!data || !definitions) return <Skeleton className="h-96 w-full" />;
    const branches = data.branches.filter((branch) => branch.url);
    return (
      <Form id="schedule" onSubmit={form.submit} className="grid gap-5">
        <Problems messages={form.problems} />
        <Field
          label={t`Name`}
          maxLength={150}
          autoComplete="off"
          hint={t`The subject of the mail.`}
          error={form.error("name")}
          {...form.register("name", { required: t`Enter a name.` })}
        />
        <Select
          label={t`Report`}
          error={form.error("kind")}
          options={reports.map(({ kind, title }) => ({ value: kind, label: title }))}
          {...form.register("kind")}
        />
        <div className="grid gap-5 sm:grid-cols-3">
          <Select
            label={t`How often`}
            options={[
              { value: "week", label: t`Weekly` },
              { value: "month", label: t`Monthly` },
            ]}
            {...form.register("every", { onChange: () => form.setValue("day", "1") })}
          />
          <Select
            label={t`Day`}
            error={form.error("day")}
            options={every === "week" ? weekdays : monthDays}
            {...form.register("day")}
          />
          <Select
            label={t`Hour`}
            options={Array.from({ length: 24 }, (_, hour) => ({
              value: String(hour),
              label: `${String(hour).padStart(2, "0")}:00`,
            }))}
            {...form.register("hour")}
          />
        </div>
        <Controller
          control={form.control}
          name="user_ids"
          render={({ field }) => (
            <MultiSelect
              label={t`People`}
              hint={t`Each gets what they may read at the time it is sent.`}
              error={form.error("user_ids")}
              options={data.reportReaders.map(({ id, name }) => ({ id, label: name }))}
              value={field.value}
              onChange={field.onChange}
            />
          )}
        />
        {branches.length > 0 && (
          <Controller
            control={form.control}
            name="branchUrls"
            render={({ field }) => (
              <MultiSelect
                label={t`Branches`}
                placeholder={t`All branches`}
                options={branches.map(({ id, name }) => ({ id, label: name }))}
                value={branches.filter(({ url }) => field.value.includes(url ?? "")).map(({ id }) => id)}
                onChange={(ids) =>
                  field.onChange(branches.filter(({ id }) => ids.includes(id)).map(({ url }) => url ?? ""))
                }
              />
            )}
          />
        )}
        {data.reportChoices.groups.length > 0 && (
          <Controller
            control={form.control}
            name="group_ids"
            render={({ field }) => (
              <MultiSelect
                label={t`Groups`}
                placeholder={t`All groups`}
                options={data.reportChoices.groups.map(({ id, name }) => ({ id, label: name }))}
                value={field.value}
                onChange={field.onChange}
              />
            )}
          />
        )}
        {has(form.watch("kind"), "category_id") && (
          <Select
            label={t`Category`}
            options={[
              { value: "", label: t`All categories` },
              ...data.reportChoices.categories.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            {...form.register("category_id")}
          />
        )}
      </Form>
    );
  }
}
