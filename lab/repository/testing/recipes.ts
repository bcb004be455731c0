/** The recipes of docs/recipes.md. */

/** A file of a recipe, by its path from the folder of a project. */
interface RecipeFile {
  readonly path: string;
  readonly text: string;
}

/** A change of a recipe that makes its gateway break rules. */
interface Fault {
  readonly path: string;
  /** Lines that go, with `-`, and lines that come instead, with `+`. */
  readonly diff: string;
  /** The rules that the changed gateway breaks. */
  readonly breaks: readonly string[];
}

/** A change of a recipe that no gateway shows, as it is reported. */
interface ReportedChange extends Omit<Fault, 'breaks'> {
  /** The kind of change, and its level for callers. */
  readonly reported: string;
}

/** A section of the page: its files, and its faults or reported changes. */
export interface Recipe {
  readonly title: string;
  readonly files: readonly RecipeFile[];
  readonly faults: readonly Fault[];
  readonly changes: readonly ReportedChange[];
}

/** The recipes of a page: each section with a file. */
export function recipesOf(page: string): readonly Recipe[] {
  const sections = page.split(/^## /m).slice(1);
  return sections.map((text) => {
    const blocks = [...text.matchAll(/<!-- (file|fault|change) (\S+?)(?:: (.+?))? -->\n```\w+\n(.*?)```/gs)];
    const of = (kind: string) => blocks.filter(([, each]) => each === kind);
    return {
      title: text.split('\n')[0] ?? '',
      files: of('file').map(([, , path = '', , content = '']) => ({ path, text: content })),
      faults: of('fault').map(([, , path = '', breaks = '', diff = '']) => ({
        path,
        diff,
        breaks: breaks.split(', '),
      })),
      changes: of('change').map(([, , path = '', reported = '', diff = '']) => ({ path, diff, reported })),
    };
  });
}

/** The files of a recipe after a change; each line that goes stands in its file once. */
export function changed({ files }: Recipe, { path, diff }: Omit<Fault, 'breaks'>): readonly RecipeFile[] {
  const side = (mark: string) =>
    diff
      .split('\n')
      .filter((line) => line.startsWith(mark))
      .map((line) => line.slice(1))
      .join('\n');
  return files.map((file) => {
    if (file.path !== path) return file;
    const parts = file.text.split(side('-'));
    if (parts.length !== 2) throw new Error(`${path} does not have this once: ${side('-')}`);
    return { path, text: parts.join(side('+')) };
  });
}
