/** The service of this repository with one fact of its specification changed. */

import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { HostDefinition } from '@tollwright/runtime/operation/host';
import { type Contract, readContract } from '#conformance/contract/contract.ts';
import { sideOf } from '#generators/compare/load.ts';
import type { Side } from '#generators/compare/side.ts';
import { errorsPage } from '#generators/docs/pages.ts';
import { paymentsPage } from '#generators/docs/payments.ts';
import { emitWith } from '#generators/emit.ts';
import { emitters } from '#generators/emitters/index.ts';
import type { Model } from '#generators/model/types.ts';
import { readFiles } from '#generators/read.ts';
import { loadFiles } from '#generators/reader/load.ts';
import { SourceFile } from '#generators/reader/source.ts';

/** A text of a file of the specification, and the text that replaces it. */
export interface Edit {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** A specification as it is compared, and what is generated from it for one host. */
export interface Respecified {
  readonly side: Side;
  readonly contract: Contract;
  readonly host: HostDefinition;
  /** Its OpenAPI description. */
  readonly description: string;
  /** The pages of the documentation about payments and errors, as JSON. */
  readonly pages: string;
}

/** Generates a host from the specification with one fact changed, hands it over, and removes what was generated. */
export async function withEdit<T>(id: string, edit: Edit, use: (made: Respecified) => Promise<T>) {
  const folder = await mkdtemp(join(tmpdir(), 'tollwright-fact-'));
  try {
    return await use(await generate(id, edit, folder));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The specification as it is, for comparison. */
export async function usualSpec(): Promise<Pick<Respecified, 'side' | 'pages'>> {
  const { side, model } = await read();
  return { side, pages: pagesOf(model) };
}

function pagesOf(model: Model): string {
  return JSON.stringify([paymentsPage(model), errorsPage(model)]);
}

async function read(edit?: Edit): Promise<{ readonly side: Side; readonly model: Model }> {
  const reading = readFiles(await sources(edit), 'spec');
  const side = sideOf('spec', reading);
  if (!side || !reading.model) throw new Error(reading.diagnostics.map(({ message }) => message).join('\n'));
  return { side, model: reading.model };
}

async function generate(id: string, edit: Edit, folder: string): Promise<Respecified> {
  const { side, model } = await read(edit);
  // The generated modules find the runtime like those of a project.
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  const out = join(folder, 'generated');
  for (const { path, text } of await emitWith(emitters, model)) {
    await mkdir(dirname(join(out, path)), { recursive: true });
    await writeFile(join(out, path), text);
  }
  const module = pathToFileURL(join(out, 'hosts', `${id}.ts`)).href;
  const { [`${id}Host`]: host }: Readonly<Record<string, HostDefinition>> = await import(module);
  if (!host) throw new Error(`No host ${id} was generated.`);
  const contract = await readContract(pathToFileURL(join(out, 'contracts', `${id}.json`)));
  const description = await readFile(join(out, 'openapi', `${id}.json`), 'utf8');
  return { side, contract, host, description, pages: pagesOf(model) };
}

async function sources(edit: Edit | undefined): Promise<SourceFile[]> {
  const files = (await loadFiles('spec')) ?? [];
  if (edit && !files.some(({ name, text }) => name === edit.file && text.includes(edit.from)))
    throw new Error(`spec/${edit.file} does not contain ${JSON.stringify(edit.from)}.`);
  return files.map(
    ({ name, text, depth }) =>
      new SourceFile(
        `spec/${name}`,
        name,
        name === edit?.file ? text.replaceAll(edit.from, () => edit.to) : text,
        depth,
      ),
  );
}
