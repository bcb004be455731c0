import type { Place } from '../reader/source.ts';
import type { Diagnostic } from './diagnostic.ts';

/** Draws the line of a place with its neighbours and marks the place. */
export function frameOf(place: Place): string {
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

/** How a part of a diagnostic is coloured. */
export interface Paint {
  readonly place: (text: string) => string;
  readonly error: (text: string) => string;
  readonly warning: (text: string) => string;
  readonly code: (text: string) => string;
}

const plain: Paint = { place: keep, error: keep, warning: keep, code: keep };

/** Renders a diagnostic for people: place, severity, code, sentence, suggestion and frame. */
export function render(diagnostic: Diagnostic, paint: Paint = plain): string {
  const { file, line, column, severity, code, message, suggestion, frame } = diagnostic;
  const sentence = suggestion ? `${message} ${suggestion}` : message;
  const head = `${paint.place(`${file}:${line}:${column}`)} - ${paint[severity](severity)} ${paint.code(code)}: ${sentence}`;
  return `${head}\n\n${frame}\n`;
}

function keep(text: string): string {
  return text;
}
