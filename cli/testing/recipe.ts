/** Projects of recipes: made, served and judged. */

import { globSync } from 'node:fs';
import { mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Handlers } from '@tollwright/runtime/pipeline/parts';
import type { Services } from '@tollwright/runtime/pipeline/services';
import { type ConformOptions, conform } from '#conformance/conform.ts';
import { readContract } from '#conformance/contract/contract.ts';
import type { Report } from '#conformance/report/report.ts';
import { type Alteration, type Gateway, startGateway } from '#gateway/start.ts';
import { emissionMistakes } from '#generators/emission.ts';
import { emitAll } from '#generators/emit.ts';
import { camelCase } from '#generators/emitters/typescript/names.ts';
import { writeOutput } from '#generators/output/write.ts';
import { readSpec } from '#generators/read.ts';
import { type ProjectFile, writeFiles } from '../init/files.ts';
import { findNetwork } from '../init/networks.ts';
import { emptyProject } from '../init/project.ts';
import { simulate } from '../simulate/service.ts';

/** A folder in which the projects of recipes are made. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'recipes-'));
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  return folder;
}

/** Writes an empty project with the files of a recipe, and generates from it. Throws an error with what `check` finds. */
export async function project(folder: string, files: readonly ProjectFile[]): Promise<void> {
  const empty = emptyProject(folder, { host: 'gateway', network: findNetwork('base') });
  await generated(folder, [...empty.filter(isOfSpec), ...files]);
}

/** True for a file of a specification. */
export function isOfSpec({ path }: ProjectFile): boolean {
  return path.startsWith('spec/');
}

/** Writes a project and generates from it. Throws an error with what `check` finds. */
export async function generated(folder: string, files: readonly ProjectFile[]): Promise<void> {
  await writeFiles(folder, files);
  const { model, diagnostics } = await readSpec(join(folder, 'spec'));
  const mistakes = [...diagnostics, ...(model ? await emissionMistakes(model, join(folder, 'spec')) : [])];
  const found = mistakes.map(({ code, message, file, line }) => `${file}:${line} ${code} ${message}`);
  if (!model || found.length > 0) throw new Error(found.join('\n'));
  writeOutput(await emitAll(model), join(folder, 'generated'));
}

/** Serves a project, and judges it by the contract of a project; `alter` changes what is served. */
export async function judge(
  served: string,
  judgedBy: string,
  { alter, ...options }: Pick<ConformOptions, 'only'> & { readonly alter?: Alteration } = {},
): Promise<Report> {
  const token = 'token-of-a-recipe';
  const gateway = await serve(served, token, alter);
  try {
    return await conform({
      contract: await readContract(join(judgedBy, 'generated/contracts/gateway.json')),
      host: 'gateway',
      target: join(judgedBy, 'generated/targets/gateway.yaml'),
      url: gateway.url,
      level: 'controlled',
      control: { url: gateway.controlUrl ?? '', token },
      seed: 1,
      ...options,
    });
  } finally {
    await gateway.close();
  }
}

/** Serves a project; operations without a handler are simulated. */
export async function serve(folder: string, controlToken: string, alter?: Alteration): Promise<Gateway> {
  const output = join(folder, 'generated');
  const { hosts } = await import(pathToFileURL(join(output, 'hosts/index.ts')).href);
  const service = await simulate({ handlers: await handlersOf(folder) }, 'gateway', output);
  return startGateway({ host: hosts.gateway, service, port: 0, controlToken }, alter);
}

/** The handlers in `handlers/` of a project; each file has one function, named after its operation. */
async function handlersOf(folder: string): Promise<(services: Services) => Handlers> {
  const files = globSync('handlers/*.ts', { cwd: folder });
  const modules = await Promise.all(files.map((file) => import(pathToFileURL(join(folder, file)).href)));
  return (services) =>
    Object.fromEntries(
      files.map((file, index) => [basename(file, '.ts'), modules[index][camelCase(basename(file, '.ts'))](services)]),
    );
}
