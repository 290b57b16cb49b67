import { MathText } from "../../../ui/text/MathText.tsx";

type Picture = { file: string; alt: string };
type Props = { text: string; picture?: Picture | null | undefined };

/** Shows an option or an item: its picture, and its text unless that only says what the picture shows. */
export function PicturedText({ text, picture }: Props) {
  if (!picture) return <MathText text={text} />;
  return (
    <>
      <img src={picture.file} alt={picture.alt} className="max-h-48 max-w-full rounded-ctl bg-white object-contain" />
      {text !== picture.alt && (
        <span className="mt-2 block">
          <MathText text={text} />
        </span>
      )}
    </>
  );
}
