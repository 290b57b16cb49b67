import type { ReactNode, SubmitEvent } from "react";
import { Button } from "./Button.tsx";
import { Card } from "./Card.tsx";
import { ConfirmLeaving } from "./ConfirmLeaving.tsx";
import { Form } from "./Form.tsx";
import { Problems } from "./Problems.tsx";

type Props = {
  form: {
    submit: (event: SubmitEvent<HTMLFormElement>) => void;
    problems: string[];
    saving: boolean;
    isUnsaved: () => boolean;
  };
  /** The label of the button that saves. */
  action: string;
  /** Beside that button, to leave the form. */
  cancel?: ReactNode;
  /** Puts the fields into two columns where the screen is wide enough. */
  isLong?: boolean;
  children: ReactNode;
};

/** Renders a form that fills its screen: problems above the fields, the button that saves below. */
export function FormCard({ form, action, cancel, isLong = false, children }: Props) {
  return (
    <Card className={isLong ? "max-w-5xl" : "max-w-2xl"}>
      <Form onSubmit={form.submit} className="grid gap-5">
        <Problems messages={form.problems} />
        {isLong ? <div className="grid items-start gap-5 lg:grid-cols-2">{children}</div> : children}
        <ConfirmLeaving isUnsaved={form.isUnsaved} />
        <div className="flex flex-wrap justify-end gap-2 border-t border-line pt-5">
          {cancel}
          <Button type="submit" busy={form.saving}>
            {action}
          </Button>
        </div>
      </Form>
    </Card>
  );
}
