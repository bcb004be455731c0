import { CORE_SCHEMA, EVENT_ID, type Event, getScalarValue, parseEvents, SCALAR_STYLE, YAMLException } from 'js-yaml';
import { createExpansion } from './expansion.ts';
import type { Entry, Mapping, Node, Scalar } from './node.ts';

/** A mistake in the YAML itself. */
export interface YamlMistake {
  readonly kind: 'syntax' | 'duplicate-key' | 'feature' | 'empty';
  readonly start: number;
  readonly end: number;
  /** The reason as a sentence, or the duplicate key. */
  readonly detail: string;
}

/**
 * Composes a YAML text into nodes that keep their offsets; with `merges` it follows the merge keys of YAML 1.1.
 *
 * js-yaml's own loader drops positions and the source text of numbers (`0.10`). Its events keep both, and this composer
 * reads `spec/` about five times faster than the document tree of the `yaml` package.
 */
export function compose(
  text: string,
  { merges = false }: { readonly merges?: boolean } = {},
): { readonly root?: Node; readonly mistakes: readonly YamlMistake[] } {
  try {
    return new Composer(text, parseEvents(text, {}), merges).document();
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const start = Math.min(error.mark?.position ?? 0, text.length);
    return { mistakes: [{ kind: 'syntax', start, end: start + 1, detail: error.reason }] };
  }
}

/** Values that the aliases of a file may stand for: fewer than a hundredth of what a harmful file has. */
const mostAliased = 100_000;

class Composer {
  readonly #text: string;
  readonly #events: readonly Event[];
  readonly #merges: boolean;
  readonly #anchors = new Map<string, Node>();
  readonly #mistakes: YamlMistake[] = [];
  readonly #sizeOf = createExpansion();
  #aliased = 0;
  #next = 0;

  constructor(text: string, events: readonly Event[], merges: boolean) {
    this.#text = text;
    this.#events = events;
    this.#merges = merges;
  }

  document(): { readonly root?: Node; readonly mistakes: readonly YamlMistake[] } {
    this.#next = 1;
    const first = this.#events[1];
    if (!first || first.type === EVENT_ID.POP || (first.type === EVENT_ID.SCALAR && first.valueStart < 0)) {
      return { mistakes: [{ kind: 'empty', start: 0, end: 0, detail: '' }] };
    }
    const root = this.#node();
    const more = this.#events[this.#next + 1];
    if (more) this.#report('feature', root.end, root.end + 1, 'Expected a single YAML document in the file');
    return { root, mistakes: this.#mistakes };
  }

  #node(): Node {
    const event = this.#events[this.#next++];
    switch (event?.type) {
      case EVENT_ID.SCALAR:
        return this.#anchored(event, this.#scalar(event));
      case EVENT_ID.SEQUENCE:
        return this.#anchored(event, this.#list(event.start));
      case EVENT_ID.MAPPING:
        return this.#anchored(event, this.#mapping(event.start));
      case EVENT_ID.ALIAS:
        return this.#alias(event.anchorStart, event.anchorEnd);
      default:
        throw new Error('A YAML event stream ended inside a value.');
    }
  }

  #scalar(event: Event & { type: 4 }): Scalar {
    const { valueStart, valueEnd, style } = event;
    if (valueStart < 0) {
      // An empty value has no position of its own; it is placed where the text before it ends.
      const start = this.#previousEnd();
      return { kind: 'scalar', start, end: start, value: null, text: '', plain: true };
    }
    const text = getScalarValue(this.#text, event);
    const plain = style === SCALAR_STYLE.PLAIN;
    const quoted = style === SCALAR_STYLE.SINGLE_QUOTED || style === SCALAR_STYLE.DOUBLE_QUOTED;
    return {
      kind: 'scalar',
      start: quoted ? valueStart - 1 : valueStart,
      end: quoted ? valueEnd + 1 : valueEnd,
      value: plain ? resolve(text) : text,
      text,
      plain,
    };
  }

  #list(start: number): Node {
    const items: Node[] = [];
    while (this.#events[this.#next]?.type !== EVENT_ID.POP) items.push(this.#node());
    this.#next++;
    return { kind: 'list', start, end: items.at(-1)?.end ?? start + 2, items };
  }

  #mapping(start: number): Mapping {
    const entries = new Map<string, Entry>();
    const merged: Mapping[] = [];
    let end = start + 2;
    while (this.#events[this.#next]?.type !== EVENT_ID.POP) {
      const key = this.#node();
      const value = this.#node();
      end = value.end;
      if (key.kind !== 'scalar') {
        this.#report('feature', key.start, key.end, 'Expected a scalar as a key');
      } else if (key.text === '<<' && key.plain && this.#merges) {
        merged.push(...this.#merged(value));
      } else if (key.text === '<<' && key.plain) {
        this.#report('feature', key.start, key.end, 'Merge keys (<<) are not supported: YAML 1.2 has none');
      } else if (entries.has(key.text)) {
        this.#report('duplicate-key', key.start, key.end, key.text);
      } else {
        entries.set(key.text, { key, value });
      }
    }
    this.#next++;
    // A key of the mapping itself wins, then the mapping that comes first.
    for (const { entries: others } of merged)
      for (const [name, entry] of others) if (!entries.has(name)) entries.set(name, entry);
    return { kind: 'map', start, end, entries };
  }

  /** The mappings that a merge key names. */
  #merged(value: Node): readonly Mapping[] {
    const all = value.kind === 'list' ? value.items : [value];
    const mappings = all.filter((each): each is Mapping => each.kind === 'map');
    if (mappings.length < all.length)
      this.#report(
        'feature',
        value.start,
        value.end,
        'Expected a mapping or a list of mappings under a merge key (<<)',
      );
    return mappings;
  }

  #anchored<N extends Node>(
    event: { anchorStart: number; anchorEnd: number; tagStart: number; tagEnd: number },
    node: N,
  ): N {
    if (event.anchorStart >= 0) this.#anchors.set(this.#text.slice(event.anchorStart, event.anchorEnd), node);
    if (event.tagStart >= 0) this.#report('feature', event.tagStart, event.tagEnd, 'YAML tags are not supported');
    return node;
  }

  #alias(start: number, end: number): Node {
    const name = this.#text.slice(start, end);
    const node = this.#anchors.get(name);
    this.#aliased += node ? this.#sizeOf(node) : 0;
    if (this.#aliased > mostAliased) throw new YAMLException(`aliases stand for more than ${mostAliased} values`);
    if (node) return node;
    this.#report('syntax', start, end, `unidentified alias "${name}"`);
    return { kind: 'scalar', start, end, value: null, text: name, plain: true };
  }

  #previousEnd(): number {
    const before = this.#events[this.#next - 2];
    if (before?.type === EVENT_ID.SCALAR && before.valueEnd >= 0) return before.valueEnd;
    return before && 'start' in before ? before.start : 0;
  }

  #report(kind: YamlMistake['kind'], start: number, end: number, detail: string): void {
    this.#mistakes.push({ kind, start, end, detail });
  }
}

function resolve(text: string): string | number | boolean | null {
  const { value } = CORE_SCHEMA.resolveImplicitScalarTag(text);
  return typeof value === 'number' || typeof value === 'boolean' || value === null ? value : text;
}
