/** A file of the specification with its text. */
export class SourceFile {
  /** Path to show, relative to the working directory. */
  readonly path: string;
  /** Path relative to the spec folder, with forward slashes. */
  readonly name: string;
  readonly text: string;
  /** 0 for the specification that is read, 1 for the one that it extends, and so on. */
  readonly depth: number;
  #starts: readonly number[] | undefined;

  constructor(path: string, name: string, text: string, depth = 0) {
    this.path = path;
    this.name = name;
    this.text = text;
    this.depth = depth;
  }

  /** Line and column of an offset, both counted from 1. */
  position(offset: number): { readonly line: number; readonly column: number } {
    const starts = this.#lineStarts();
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  }

  /** Text of a line counted from 1, without its line break; `undefined` past the end. */
  line(number: number): string | undefined {
    const starts = this.#lineStarts();
    const start = starts[number - 1];
    if (start === undefined) return undefined;
    return this.text.slice(start, starts[number] ?? this.text.length).replace(/\r?\n$/, '');
  }

  #lineStarts(): readonly number[] {
    if (this.#starts) return this.#starts;
    const starts = [0];
    for (let index = this.text.indexOf('\n'); index >= 0; index = this.text.indexOf('\n', index + 1)) {
      starts.push(index + 1);
    }
    this.#starts = starts;
    return starts;
  }
}

/** A range of offsets in a file. */
export interface SourceRange {
  readonly file: SourceFile;
  readonly start: number;
  readonly end: number;
}
