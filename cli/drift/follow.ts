import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CatalogChange } from '#conformance/drift/catalogs.ts';
import { yamlText } from '#conformance/report/escape/yaml.ts';
import { find, type Node } from '#generators/reader/node.ts';
import { compose } from '#generators/reader/yaml.ts';

/** A replacement of a part of a text. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Writes the catalogs of a specification with the values of the live host into `folder`, and returns the files.
 *
 * Everything else of a file, its comments included, stays as it is.
 */
export async function followCatalogs(
  spec: string,
  folder: string,
  changes: readonly CatalogChange[],
): Promise<readonly string[]> {
  const written: string[] = [];
  for (const [catalog, own] of Map.groupBy(changes, (change) => change.catalog)) {
    const name = join('catalogs', `${catalog}.yaml`);
    const text = await readFile(join(spec, name), 'utf8');
    const file = join(folder, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, followed(text, own));
    written.push(file);
  }
  return written;
}

/** The text of a catalog's file after changes. */
export function followed(text: string, changes: readonly CatalogChange[]): string {
  const { root } = compose(text);
  const entries = root && find(root, ['entries'])?.value;
  const key = root && textOf(find(root, ['key'])?.value);
  if (entries?.kind !== 'list' || key === undefined) return text;
  const itemOf = (id: string) =>
    entries.items.find((item) => [key, 'label'].some((name) => textOf(find(item, [name])?.value) === id));

  const edits = changes.flatMap(({ what, key: id, column = '', value = '' }): Edit[] => {
    if (what === 'added') {
      const at = lineAfter(text, entries.items.at(-1)?.end ?? entries.end);
      return [
        {
          start: at,
          end: at,
          text: `  - { label: ${yamlText(id)}, ${key}: ${yamlText(id)} } # new on the live host: complete it\n`,
        },
      ];
    }
    const item = itemOf(id);
    if (!item) return [];
    if (what === 'removed') return [{ start: lineOf(text, item.start), end: lineAfter(text, item.end), text: '' }];
    const scalar = find(item, column.split('/'))?.value;
    if (scalar?.kind !== 'scalar') return [];
    return [
      { start: scalar.start, end: scalar.end, text: scalar.plain && decimal.test(value) ? value : yamlText(value) },
    ];
  });
  return edits
    .toSorted((one, other) => other.start - one.start)
    .reduce((rest, { start, end, text: by }) => rest.slice(0, start) + by + rest.slice(end), text);
}

/** A value that YAML reads as itself without quotes. */
const decimal = /^-?\d+(?:\.\d+)?$/;

function textOf(node: Node | undefined): string | undefined {
  return node?.kind === 'scalar' ? node.text : undefined;
}

function lineOf(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** The start of the line after an offset that may itself be at the start of that line. */
function lineAfter(text: string, offset: number): number {
  const end = text[offset - 1] === '\n' ? offset - 1 : text.indexOf('\n', offset);
  return end < 0 ? text.length : end + 1;
}
