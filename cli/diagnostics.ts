import { pc } from '#conformance/report/colors.ts';
import { type Paint, render } from '#generators/diagnostics/render.ts';
import type { Diagnostic } from '#generators/read.ts';

const paint: Paint = { place: pc.cyan, error: pc.red, warning: pc.yellow, code: pc.dim };

/** Prints diagnostics and returns their counts as text: `1 error, 0 warnings`. */
export function printDiagnostics(diagnostics: readonly Diagnostic[]): string {
  for (const diagnostic of diagnostics) console.log(render(diagnostic, pc.isColorSupported ? paint : undefined));
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  return [count(errors, 'error'), count(diagnostics.length - errors, 'warning')].join(', ');
}

/** A count with its noun: `1 rule`, `2 rules`. */
export function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? '' : 's'}`;
}
