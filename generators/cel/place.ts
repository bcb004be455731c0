import type { Scalar } from '../reader/node.ts';
import type { SourceFile, SourceRange } from '../reader/source.ts';

/**
 * The place of a range of a CEL expression in its YAML file.
 *
 * YAML folds lines and drops quotes, but it keeps every visible character in order; so the n-th visible character of
 * the text is the n-th visible character of the scalar.
 */
export function placeIn(file: SourceFile, scalar: Scalar, start: number, end: number): SourceRange {
  const visible = visibleOffsets(file.text, scalar);
  const first = countVisible(scalar.text, start);
  const last = Math.max(first, countVisible(scalar.text, end) - 1);
  const past = (visible.at(-1) ?? scalar.start) + 1;
  const from = visible[first] ?? past;
  return { file, start: from, end: (visible[last] ?? from) + 1 };
}

function countVisible(text: string, to: number): number {
  return text.slice(0, to).replace(/\s/g, '').length;
}

/** Offsets of the visible characters of a scalar, without YAML quotes and escapes. */
function visibleOffsets(text: string, { start, end, plain }: Scalar): number[] {
  const mark = plain ? undefined : text[start];
  const quote = mark === '"' || mark === "'" ? mark : undefined;
  const offsets: number[] = [];
  for (let index = quote ? start + 1 : start; index < (quote ? end - 1 : end); index++) {
    if (/\s/.test(text[index] ?? ' ')) continue;
    if ((quote === '"' && text[index] === '\\') || (quote === "'" && text[index] === "'")) index++;
    offsets.push(index);
  }
  return offsets;
}
