import { Plus } from "lucide-react";
import { useState } from "react";
import { BarChart } from "../ui/charts/BarChart.tsx";
import { Donut } from "../ui/charts/Donut.tsx";
import { LineChart } from "../ui/charts/LineChart.tsx";
import { Pie } from "../ui/charts/Pie.tsx";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { Confirm } from "../ui/Confirm.tsx";
import { Cover } from "../ui/Cover.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { Empty } from "../ui/Empty.tsx";
import { ErrorState } from "../ui/ErrorState.tsx";
import { Field } from "../ui/Field.tsx";
import { Menu, MenuChoice, MenuItem, MenuLine, MenuNote } from "../ui/Menu.tsx";
import { MultiSelect } from "../ui/MultiSelect.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { Picker } from "../ui/Picker.tsx";
import { ProgressBar } from "../ui/ProgressBar.tsx";
import { RadioGroup } from "../ui/RadioGroup.tsx";
import { Select } from "../ui/Select.tsx";
import { StatusDot } from "../ui/StatusDot.tsx";
import { Tabs } from "../ui/Tabs.tsx";
import { Tag } from "../ui/Tag.tsx";
import { TextArea } from "../ui/TextArea.tsx";
import { toast } from "../ui/toast.ts";
import Toaster from "../ui/Toaster.tsx";
import { UploadField } from "../ui/UploadField.tsx";
import { DemoTable } from "./DemoTable.tsx";
import { formatPercent } from "../ui/format.ts";

const status = [
  { label: "Completed", value: 412, color: "var(--ok)" },
  { label: "In Progress", value: 143, color: "var(--warn)" },
  { label: "Not Started", value: 51, color: "var(--rest)" },
];

/** Shows every component of the kit on one page. */
export function Gallery() {
  const [tab, setTab] = useState("one");
  const [window, setWindow] = useState<"dialog" | "confirm" | "picker" | null>(null);
  const [tags, setTags] = useState([1]);
  const [radio, setRadio] = useState<"a" | "b">("a");
  const [search, setSearch] = useState("");
  const close = () => setWindow(null);
  return (
    <main className="mx-auto grid max-w-[1120px] grid-cols-1 gap-5 px-5 py-8">
      <PageHeader title="Gallery">
        <Button
          kind="quiet"
          onClick={() =>
            toast({ text: "Course deleted.", kind: "success", action: { label: "Undo", onPress: () => {} } })
          }
        >
          Show toast
        </Button>
        <Button>
          <Plus size={16} aria-hidden />
          Add
        </Button>
      </PageHeader>
      <Card title="Buttons">
        <div className="flex flex-wrap items-center gap-2">
          <Button>Primary</Button>
          <Button kind="quiet">Quiet</Button>
          <Button kind="ghost">Ghost</Button>
          <Button kind="danger">Danger</Button>
          <Button busy>Saving...</Button>
          <Button disabled>Disabled</Button>
          <Button size="small" kind="quiet">
            Small
          </Button>
          <Button size="large">Large</Button>
        </div>
        <div className="mt-4 flex flex-wrap gap-2">
          <Button kind="quiet" onClick={() => setWindow("dialog")}>
            Dialog
          </Button>
          <Button kind="quiet" onClick={() => setWindow("confirm")}>
            Confirm
          </Button>
          <Button kind="quiet" onClick={() => setWindow("picker")}>
            Picker
          </Button>
          <Menu trigger="Menu" triggerClass="h-10 rounded-ctl px-4 text-sm font-semibold hover:bg-sunken" align="start">
            <MenuNote>amara@demo.test</MenuNote>
            <MenuItem onPress={() => {}}>My profile</MenuItem>
            <MenuLine />
            <MenuChoice
              label="Appearance"
              value="light"
              onChange={() => {}}
              options={[
                { value: "light", label: "Light" },
                { value: "dark", label: "Dark" },
              ]}
            />
          </Menu>
        </div>
        <div className="mt-4 flex flex-wrap gap-4">
          <Tag>Learner</Tag>
          <Tag tone="brand">Admin</Tag>
          <Tag tone="accent">Manager</Tag>
          <StatusDot tone="ok" label="Completed" />
          <StatusDot tone="warn" label="In Progress" />
          <StatusDot tone="rest" label="Not Started" />
        </div>
      </Card>
      <Card title="Fields">
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Title" hint="As learners will see it" defaultValue="Safeguarding essentials" />
          <Field label="Your Domain" suffix=".localhost" error="Enter your domain." />
          <Select label="Role" options={[{ value: "a", label: "Learner" }]} />
          <MultiSelect
            label="Categories"
            options={[
              { id: 1, label: "Health > First aid" },
              { id: 2, label: "Health > Hygiene" },
              { id: 3, label: "Safety" },
            ]}
            value={tags}
            onChange={setTags}
            onCreate={(term) => toast({ text: term })}
            placeholder="Search categories"
          />
          <TextArea label="Description" />
          <div className="grid content-start gap-4">
            <Checkbox label="Hide from catalogue" hint="People who are enrolled still see it." />
            <RadioGroup
              label="Completion"
              value={radio}
              onChange={setRadio}
              options={[
                { value: "a", label: "All units" },
                { value: "b", label: "A percentage", hint: "Of the units" },
              ]}
            />
          </div>
          <UploadField
            label="Video"
            hint="MP4 or WebM"
            send={pretendUpload}
            onDone={() => toast({ text: "Uploaded." })}
          />
        </div>
      </Card>
      <DemoTable label="Users" state="full" />
      <DemoTable label="Loading users" state="loading" />
      <Card>
        <Tabs
          label="Tabs"
          value={tab}
          onChange={setTab}
          tabs={[
            { id: "one", label: "Overview", content: <ProgressBar value={72} label="Progress" /> },
            { id: "two", label: "Users", content: <ProgressBar value={100} label="Progress" /> },
          ]}
        />
      </Card>
      <div className="grid grid-cols-1 gap-5 md:grid-cols-2">
        <Card title="Donut">
          <Donut title="Status" slices={status} valueLabel="Courses" total={{ value: "606", label: "assignments" }} />
        </Card>
        <Card title="Pie">
          <Pie title="Status" slices={status} valueLabel="Courses" />
        </Card>
        <Card title="Bars">
          <BarChart
            title="Completion"
            valueLabel="Completion"
            max={100}
            format={(value) => formatPercent(value)}
            bars={[
              { label: "Safeguarding essentials", value: 84 },
              { label: "Food hygiene, level 2, for people who cook", value: 61 },
            ]}
          />
        </Card>
        <Card title="Lines">
          <LineChart
            title="Activity"
            labels={["1 Oct", "8 Oct", "15 Oct", "22 Oct", "29 Oct"]}
            series={[
              { label: "Assigned", color: "var(--brand)", values: [4, 9, 7, 12, 16] },
              { label: "Completed", color: "var(--accent)", values: [1, 3, 5, 5, 11], dashed: true },
            ]}
          />
        </Card>
        <Card>
          <Empty title="No Courses Found" action={<Button>Add</Button>}>
            Try adjusting your search or add a new course.
          </Empty>
        </Card>
        <Card>
          <ErrorState
            title="The courses could not be loaded."
            detail="The server could not be reached."
            onRetry={() => {}}
          />
        </Card>
        {[1, 2, 3, 4].map((seed) => (
          <Cover key={seed} seed={seed} className="h-32 w-full rounded-card" />
        ))}
      </div>
      <Dialog
        open={window === "dialog"}
        onClose={close}
        title="A dialog"
        actions={<Button onClick={close}>Done</Button>}
      >
        <p>It holds the focus.</p>
      </Dialog>
      <Confirm open={window === "confirm"} onClose={close} onConfirm={close} title="Confirm Deletion" confirm="Delete">
        Are you sure you want to delete this course? This action cannot be undone.
      </Confirm>
      <Picker
        open={window === "picker"}
        onClose={close}
        title="Add users"
        searchLabel="Search users"
        search={search}
        onSearch={setSearch}
        items={["Amara Okafor", "Louis Mbeki", "Inés Bernard"]
          .map((label, id) => ({ id, label, note: `${id}@demo.test` }))
          .filter((item) => item.label.toLowerCase().includes(search.toLowerCase()))}
        onAdd={close}
      />
      <Toaster />
    </main>
  );
}

async function pretendUpload(_file: File, { onProgress }: { onProgress: (part: number) => void }) {
  for (let part = 0; part < 1; part += 0.2) {
    onProgress(part);
    await new Promise((resume) => setTimeout(resume, 200));
  }
  throw new Error("The connection was lost.");
}
