import type { SourceRange } from '../reader/source.ts';
import { type Arguments, type Code, catalogue } from './catalogue.ts';
import { frameOf } from './frame.ts';

/** A mistake in a specification: what is wrong, where, and what was likely meant. */
export interface Diagnostic {
  readonly code: Code;
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1. */
  readonly column: number;
  /** The lines around it with the place underlined. */
  readonly frame: string;
  readonly suggestion?: string;
}

/** Collects every mistake of a specification before anything stops. */
export class Diagnostics {
  readonly #found: Diagnostic[] = [];
  readonly #seen = new Set<string>();
  #errors = 0;

  /** True once an error, rather than a warning, was reported. */
  get failed(): boolean {
    return this.#errors > 0;
  }

  /** Reports a mistake. The same mistake at the same place is reported once. */
  report<C extends Code>(code: C, place: SourceRange, ...details: Arguments<C>): void {
    this.suggest(code, place, undefined, ...details);
  }

  /** Reports a mistake with what was likely meant. */
  suggest<C extends Code>(code: C, place: SourceRange, suggestion: string | undefined, ...details: Arguments<C>): void {
    const { severity, message } = catalogue[code];
    // The tuple of a code's details is exactly what its message takes; TypeScript cannot follow that through the lookup.
    const sentence = (message as (...values: readonly string[]) => string)(...details);
    const key = `${place.file.name}:${place.start}:${code}:${sentence}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    if (severity === 'error') this.#errors++;

    const { line, column } = place.file.position(place.start);
    this.#found.push({
      code,
      severity,
      message: sentence,
      file: place.file.path,
      line,
      column,
      frame: frameOf(place),
      ...(suggestion !== undefined && { suggestion }),
    });
  }

  /** Every mistake by file, line, column and code. */
  sorted(): Diagnostic[] {
    return this.#found.toSorted(
      (a, b) =>
        compare(a.file, b.file) ||
        a.line - b.line ||
        a.column - b.column ||
        compare(a.code, b.code) ||
        compare(a.message, b.message),
    );
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
