import { useLingui } from "@lingui/react/macro";
import { ChevronDown } from "lucide-react";
import { Card } from "../../ui/Card.tsx";

/** Frequent questions with collapsed answers. */
export function Faq() {
  const { t } = useLingui();
  const entries = [
    {
      question: t`When is a course completed?`,
      answer: t`When a learner has completed all of its units, or as many percent of them as the course asks for. Its completion rule says which.`,
    },
    {
      question: t`How long is a certificate valid?`,
      answer: t`One year from the day on which the course was completed. Anybody can check it with the code printed on it.`,
    },
    {
      question: t`What counts as training time?`,
      answer: t`The time that people have units open. The server measures it; what a browser claims beyond that is not counted.`,
    },
    {
      question: t`Which courses does a branch see?`,
      answer: t`Those assigned to it. The main site has every published course that is not hidden from the catalog.`,
    },
    {
      question: t`Can learners see the right answers?`,
      answer: t`No. Answers are graded on the server, which sends the key to authors only.`,
    },
  ];
  return (
    <Card title={t`FAQ`}>
      <ul className="-my-2 divide-y divide-line text-sm">
        {entries.map(({ question, answer }) => (
          <li key={question}>
            <details className="group">
              <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 py-2 font-medium text-brand-text [&::-webkit-details-marker]:hidden">
                {question}
                <ChevronDown
                  size={16}
                  aria-hidden
                  className="shrink-0 transition-transform group-open:rotate-180 motion-reduce:transition-none"
                />
              </summary>
              <p className="pb-3 text-muted">{answer}</p>
            </details>
          </li>
        ))}
      </ul>
    </Card>
  );
}
