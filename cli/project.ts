import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { extendsFile, packageFolder } from '#generators/reader/extends.ts';
import { UsageError } from './failure.ts';

/** Folders of this package, whose project is the built-in service. */
const home = fileURLToPath(new URL('..', import.meta.url));

/** Files by which a spec folder is recognized. */
const marks = ['service.yaml', extendsFile];

/** Help of `--spec`. */
export const specHelp = 'folder of a specification, or a package that has one (default: that of the project)';

/** Help of `--generated`. */
export const generatedHelp = 'generated folder, or a package that has one (default: that of the project)';

/** Folders that options name instead of those of the project. */
export interface FolderOptions {
  readonly spec?: string | undefined;
  readonly generated?: string | undefined;
}

/** The specification of the project: the named folder, else `spec` here or in the nearest parent folder. */
export function specFolder({ spec }: FolderOptions): string {
  if (spec === undefined) return join(requireProject('--spec'), 'spec');
  const folder = folderOf(spec, 'spec');
  if (folder !== undefined) return folder;
  throw new UsageError(`There is no folder "${spec}", nor a package of that name with a folder spec/.`);
}

/** Folder of the generated files: the named folder, else `generated` beside the specification. */
export function generatedFolder({ spec, generated }: FolderOptions): string {
  if (generated === undefined) {
    const folder = spec === undefined ? join(requireProject('--generated'), 'generated') : outFolder({ spec });
    if (existsSync(folder)) return folder;
    throw new UsageError(`There is no folder "${folder}". Run "tollwright generate" to write it.`);
  }
  const folder = folderOf(generated, 'generated');
  if (folder !== undefined) return folder;
  throw new UsageError(`There is no folder "${generated}", nor a package of that name with a folder generated/.`);
}

/** The default folder into which a specification is generated. */
export function outFolder({ spec }: Pick<FolderOptions, 'spec'>): string {
  // That of a package is generated here, not into the package.
  if (spec !== undefined && !isFolder(spec)) return 'generated';
  return join(dirname(specFolder({ spec })), 'generated');
}

/** The nearest folder with a specification, here or above, as a relative path; `undefined` if there is none. */
export function findProject(): string | undefined {
  for (let folder = process.cwd(); ; folder = dirname(folder)) {
    if (marks.some((file) => existsSync(join(folder, 'spec', file)))) return relative('.', folder) || '.';
    if (folder === dirname(folder)) return undefined;
  }
}

/** Tells whether a generated folder is that of the built-in service, which has handlers in this package. */
export function isBuiltIn(generated: string): boolean {
  const own = join(home, 'generated');
  return existsSync(generated) && existsSync(own) && realpathSync(generated) === realpathSync(own);
}

function requireProject(option: string): string {
  const found = findProject();
  if (found !== undefined) return found;
  throw new UsageError(
    `There is no project here: neither ${process.cwd()} nor a folder above it has spec/service.yaml or spec/${extendsFile}. ` +
      `Make one with "tollwright init", or name its folder with ${option}.`,
  );
}

/** A folder by its path, or the folder `inner` of an installed package by its name. */
function folderOf(name: string, inner: string): string | undefined {
  if (isFolder(name)) return name;
  // A package is installed where the command runs, or it is this one.
  return packageFolder(name, inner, ['.', home]);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
