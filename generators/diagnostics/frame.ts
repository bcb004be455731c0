import type { SourceRange } from '../reader/source.ts';

/** The line of a place with the lines around it, and the place underlined. */
export function frameOf(place: SourceRange): string {
  const { file, start, end } = place;
  const { line, column } = file.position(start);
  const width = String(line + 1).length;
  const rows: string[] = [];

  for (let number = Math.max(1, line - 1); number <= line + 1; number++) {
    const text = file.line(number);
    if (text === undefined || (number > line && text === '')) continue;
    rows.push(`${number === line ? '>' : ' '} ${String(number).padStart(width)} | ${text}`.trimEnd());
    if (number !== line) continue;
    const length = Math.max(1, Math.min(end - start, text.length - column + 1));
    rows.push(`  ${' '.repeat(width)} | ${' '.repeat(column - 1)}${'^'.repeat(length)}`);
  }
  return rows.join('\n');
}
