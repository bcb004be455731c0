import type { Diagnostic } from './diagnostic.ts';

/** Colors the parts of a diagnostic. */
export interface Paint {
  readonly place: (text: string) => string;
  readonly error: (text: string) => string;
  readonly warning: (text: string) => string;
  readonly code: (text: string) => string;
}

const plain: Paint = { place: keep, error: keep, warning: keep, code: keep };

/** Renders a diagnostic as text: location, severity, code, message, suggestion and code frame. */
export function render(diagnostic: Diagnostic, paint: Paint = plain): string {
  const { file, line, column, severity, code, message, suggestion, frame } = diagnostic;
  const sentence = suggestion ? `${message} ${suggestion}` : message;
  const head = `${paint.place(`${file}:${line}:${column}`)} - ${paint[severity](severity)} ${paint.code(code)}: ${sentence}`;
  return `${head}\n\n${frame}\n`;
}

function keep(text: string): string {
  return text;
}
