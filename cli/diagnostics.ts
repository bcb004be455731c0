import { mapTexts } from '#conformance/common/json.ts';
import { pc } from '#conformance/report/colors.ts';
import { terminalLines, terminalText } from '#conformance/report/escape/terminal.ts';
import { type Paint, render } from '#generators/diagnostics/render.ts';
import type { Diagnostic } from '#generators/read.ts';

const paint: Paint = { place: pc.cyan, error: pc.red, warning: pc.yellow, code: pc.dim };

/** Prints diagnostics and returns their counts as text: `1 error, 0 warnings`. */
export function printDiagnostics(diagnostics: readonly Diagnostic[]): string {
  for (const diagnostic of diagnostics) console.log(render(safe(diagnostic), pc.isColorSupported ? paint : undefined));
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  return [count(errors, 'error'), count(diagnostics.length - errors, 'warning')].join(', ');
}

/** The diagnostic for a terminal, which the text of a specification must not control. */
function safe({ frame, ...others }: Diagnostic): Diagnostic {
  return { ...mapTexts(others, terminalText), frame: terminalLines(frame) };
}

/** A count with its noun: `1 rule`, `2 rules`. */
export function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? '' : 's'}`;
}
