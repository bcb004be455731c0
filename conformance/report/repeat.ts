import type { Level } from '../check/run.ts';
import { shellWord } from './escape/shell.ts';

/** The options that repeat a run. */
export interface RepeatParts {
  readonly url: string;
  readonly host: string;
  readonly level: Level;
  readonly seed: number;
  readonly target?: string;
  readonly control?: string;
  readonly maxSpend?: string;
  readonly rpc?: string;
  readonly contract?: string;
  readonly release?: string;
}

/** The command that checks one rule alone with the options of this run. */
export function repeatCommand(rule: string, parts: RepeatParts): string {
  const options = [
    ['host', parts.host],
    ['target', parts.target],
    ['level', parts.level],
    ['control', parts.control],
    ['max-spend', parts.maxSpend],
    ['rpc', parts.rpc],
    ['contract', parts.contract],
    ['release', parts.release],
    ['seed', String(parts.seed)],
    ['only', rule],
  ] as const;
  return conformCommand(parts.url, options);
}

/** A `conform` command with options by name; those without a value are left out, and `true` stands for none. */
export function conformCommand(
  url: string,
  options: readonly (readonly [name: string, value: string | true | undefined])[],
): string {
  const words = options.flatMap(([name, value]) => {
    if (value === undefined) return [];
    return value === true ? [`--${name}`] : [`--${name}`, shellWord(value)];
  });
  return ['npx tollwright conform', shellWord(url), ...words].join(' ');
}
