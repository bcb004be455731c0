import type { Json } from '#generators/model/types.ts';

/** Characters of a drafted statement; a description may be a page long. */
const maxLength = 300;

/** Drafts statements from the descriptions of an API, so that entries say from the first day what they follow from. */
export class Statements {
  readonly #document: string;
  readonly #texts = new Map<string, Readonly<Record<string, string>>>();

  constructor(document: string) {
    this.#document = document;
  }

  /** Adds a statement and returns its id. */
  add(section: string, kind: string, testable: string, text: string): string {
    const id = `${this.#document}-${String(this.#texts.size + 1).padStart(3, '0')}`;
    this.#texts.set(id, { section, kind, testable, text: oneLine(text) });
    return id;
  }

  /** The content of their file. */
  get file(): Json {
    return { document: this.#document, statements: Object.fromEntries(this.#texts) };
  }
}

/** A text on one line: its first sentences, up to 300 characters. */
export function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= maxLength) return line;
  const cut = line.slice(0, maxLength);
  const end = cut.lastIndexOf('. ');
  return end > 0 ? cut.slice(0, end + 1) : `${cut.slice(0, cut.lastIndexOf(' '))} …`;
}
