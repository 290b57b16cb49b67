/** What a list of choices within a text needs. */
export type InlineSelectProps = {
  label: string;
  value: string;
  choices: string[];
  onChange: (value: string) => void;
  className?: string;
};
