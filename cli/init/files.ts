import { existsSync, globSync, readdirSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format } from '#generators/output/format.ts';
import { render } from '#generators/output/templating.ts';

/** A file of a project, by its path from the folder of the project. */
export interface ProjectFile {
  readonly path: string;
  readonly text: string;
}

const templates = fileURLToPath(new URL('../../templates/init', import.meta.url));

/** Names of files in templates that stand for names of the project. */
const placeholders = /__(\w+)__/g;

/** Packages leave out files of this name, so that its template has another one. */
const renamed: Readonly<Record<string, string>> = { gitignore: '.gitignore' };

/** Renders every template of a folder under `templates/init/`; `__host__` in a path stands for that name of the view. */
export function renderFolder(folder: string, view: Readonly<Record<string, unknown>>): readonly ProjectFile[] {
  return globSync(['**/*.hbs', '**/.*.hbs', '**/.*/**/*.hbs'], { cwd: join(templates, folder) })
    .toSorted()
    .map((file) => {
      const name = file.replaceAll('\\', '/').replace(/\.hbs$/, '');
      const path = (renamed[name] ?? name).replace(placeholders, (_, key: string) => String(view[key]));
      return { path, text: render(`init/${folder}/${name}`, view) };
    });
}

/** Names of the templates in a folder under `templates/init/`, without their endings. */
export function namesIn(folder: string): readonly string[] {
  return readdirSync(join(templates, folder)).map((file) => file.replace(/\..*$/, ''));
}

/** Renders one template under `templates/init/`; `undefined` where there is none of that name. */
export function renderFile(name: string, view: Readonly<Record<string, unknown>>): string | undefined {
  return existsSync(join(templates, `${name}.hbs`)) ? render(`init/${name}`, view) : undefined;
}

/** Writes files into a folder, TypeScript in the style of what is generated. */
export async function writeFiles(folder: string, files: readonly ProjectFile[]): Promise<void> {
  for (const { path, text } of await format(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}
