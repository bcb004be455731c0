/** A value within an object or list of a JSON text. */
interface Member {
  /** Offset of its name, or in a list its own. */
  readonly start: number;
  /** Offset of the value. */
  readonly value: number;
}

/** Finds where values stand in a text that is valid JSON; what no path leads to is passed over. */
export class JsonPlaces {
  readonly #text: string;
  readonly #members = new Map<number, ReadonlyMap<string, Member>>();

  constructor(text: string) {
    this.#text = text;
  }

  /** The offset of the value at a path (of its name, where it has one), or of the nearest one around it. */
  offset(path: readonly string[]): number {
    let found: Member = { start: 0, value: pastSeparators(this.#text, 0) };
    for (const step of path) {
      const inner = this.#membersAt(found.value).get(step);
      if (!inner) break;
      found = inner;
    }
    return found.start;
  }

  #membersAt(at: number): ReadonlyMap<string, Member> {
    const known = this.#members.get(at) ?? membersOf(this.#text, at);
    this.#members.set(at, known);
    return known;
  }
}

/** Tells whether an object in a text has a key more than once, of which the value that was parsed has one. */
export function hasDuplicateKeys(text: string, value: unknown): boolean {
  const [written, kept] = [quotesBeforeColons(text), quotesBeforeColons(JSON.stringify(value))];
  // In most texts counting these is enough, and many times faster than counting keys.
  return written === undefined || kept === undefined ? keysIn(text) !== keysOf(value) : written !== kept;
}

/** How many quotes stand before colons; `undefined` for a text in which other signs may stand between or for them. */
function quotesBeforeColons(text: string): number | undefined {
  if (text.includes('\\u0022')) return undefined;
  let count = 0;
  for (let at = text.indexOf(':'); at >= 0; at = text.indexOf(':', at + 1)) {
    const before = text.charCodeAt(at - 1);
    if (before <= 0x20) return undefined;
    if (before === 0x22) count++;
  }
  return count;
}

/** How many keys a text that is valid JSON has in all its objects. */
function keysIn(text: string): number {
  return text.match(/"(?:[^"\\]|\\.)*"\s*:/g)?.length ?? 0;
}

/** How many keys a value has in all its objects. */
function keysOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inner = Object.values(value).reduce<number>((sum, each) => sum + keysOf(each), 0);
  return inner + (Array.isArray(value) ? 0 : Object.keys(value).length);
}

function membersOf(text: string, at: number): ReadonlyMap<string, Member> {
  const members = new Map<string, Member>();
  const isObject = text[at] === '{';
  if (!isObject && text[at] !== '[') return members;
  const end = isObject ? '}' : ']';
  for (let start = pastSeparators(text, at + 1); text[start] !== end;) {
    const afterName = isObject ? endOf(text, start) : start;
    const value = pastSeparators(text, afterName);
    const name = isObject ? JSON.parse(text.slice(start, afterName)) : String(members.size);
    members.set(name, { start, value });
    start = pastSeparators(text, endOf(text, value));
  }
  return members;
}

/** The next offset at which a value or name begins, or an object or list ends. */
function pastSeparators(text: string, at: number): number {
  let next = at;
  while (isSeparator(text.charCodeAt(next))) next++;
  return next;
}

/** White space, a comma or a colon. */
function isSeparator(code: number): boolean {
  return code <= 0x20 || code === 0x2c || code === 0x3a;
}

/** A number, `true`, `false` or `null`. */
const word = /[^\s,\]}]*/y;

const string = /"[^"\\]*(?:\\.[^"\\]*)*"/y;

/** All up to the next bracket that stands in no string. */
const upToBracket = /[^"{}[\]]*(?:"[^"\\]*(?:\\.[^"\\]*)*"[^"{}[\]]*)*/y;

/** The offset behind a value or name. */
function endOf(text: string, at: number): number {
  const first = text[at];
  if (first !== '{' && first !== '[') return endOfMatch(first === '"' ? string : word, text, at);
  let depth = 1;
  let next = at + 1;
  while (depth > 0) {
    next = endOfMatch(upToBracket, text, next);
    depth += text[next] === '{' || text[next] === '[' ? 1 : -1;
    next++;
  }
  return next;
}

function endOfMatch(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  // It fits any text that is valid JSON.
  pattern.test(text);
  return pattern.lastIndex;
}
