/** Characters of a text that reports show. */
const maxShown = 4000;

/** Shortens a text to `maxLength` characters around the position `around`; `…` stands for each part that is cut. */
export function excerpt(text: string, around = 0, maxLength = maxShown): string {
  if (text.length <= maxLength) return text;
  const from = Math.max(0, Math.min(around - Math.floor(maxLength / 4), text.length - maxLength));
  return `${from > 0 ? '…' : ''}${text.slice(from, from + maxLength)}${from + maxLength < text.length ? '…' : ''}`;
}

/** Where two texts begin to differ; 0 where one of them is missing. */
export function differenceOf(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return 0;
  let index = 0;
  while (index < a.length && a[index] === b[index]) index += 1;
  return index;
}

/** Where a JSON text has a value; 0 where it is not found. */
export function placeOf(value: unknown, text: string): number {
  if (value === undefined || value === null) return 0;
  return Math.max(0, text.indexOf(JSON.stringify(value)));
}
