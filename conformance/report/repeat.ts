import type { Level } from '../check/check.ts';

/** What has to be said again to repeat a run. */
export interface RepeatParts {
  readonly url: string;
  readonly host: string;
  readonly level: Level;
  readonly seed: number;
  readonly target?: string;
  readonly control?: string;
  readonly maxSpend?: string;
  readonly contract?: string;
}

/** The command that judges one rule alone, as it was judged in this run. */
export function repeatCommand(rule: string, parts: RepeatParts): string {
  const options = [
    ['host', parts.host],
    ['target', parts.target],
    ['level', parts.level],
    ['control', parts.control],
    ['max-spend', parts.maxSpend],
    ['contract', parts.contract],
    ['seed', String(parts.seed)],
    ['only', rule],
  ].flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, word(value)]));
  return ['npx tollwright conform', word(parts.url), ...options].join(' ');
}

function word(text: string): string {
  return /^[\w./:@=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
