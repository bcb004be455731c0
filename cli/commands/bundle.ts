import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Argument, type Command } from 'commander';
import { suggest } from '#conformance/common/usage-error.ts';
import { UsageError } from '../failure.ts';
import { outputFile } from '../options.ts';
import { generatedFolder, generatedHelp } from '../project.ts';

/** Options of `bundle`. */
interface Options {
  readonly generated?: string;
  readonly out: string;
}

const folders = { contract: 'contracts', openapi: 'openapi' } as const;

/** Registers `tollwright bundle`: writes the contract or the OpenAPI description of one host as a single file. */
export function register(program: Command): void {
  program
    .command('bundle')
    .description('write the contract or the OpenAPI description of one host as a single JSON file')
    .addArgument(new Argument('<kind>', 'what to bundle').choices(Object.keys(folders)))
    .argument('<host>', 'host profile')
    .option('--generated <folder>', generatedHelp)
    .option('--out <file>', 'file to write; - is standard output', outputFile, '-')
    .action(async (kind: keyof typeof folders, host: string, { generated, out }: Options) => {
      const folder = join(generatedFolder({ generated }), folders[kind]);
      await requireHost(folder, host);
      const bundled = await bundlers[kind](join(folder, `${host}.json`));
      const text = `${JSON.stringify(bundled, null, 2)}\n`;
      if (out === '-') process.stdout.write(text);
      else await writeFile(out, text);
    });
}

const bundlers = {
  async contract(file: string): Promise<object> {
    const { readContract } = await import('#conformance/contract/contract.ts');
    return readContract(file);
  },
  async openapi(file: string): Promise<object> {
    const { readOpenapi } = await import('@tollwright/runtime/operation/openapi');
    return readOpenapi(pathToFileURL(file));
  },
};

async function requireHost(folder: string, host: string): Promise<void> {
  if (!existsSync(folder)) {
    throw new UsageError(`There is no folder ${folder}. Run "tollwright generate" to write it.`);
  }
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json'));
  const hosts = files.map((file) => file.slice(0, -'.json'.length));
  if (hosts.includes(host)) return;
  throw new UsageError(`There is no host "${host}".${suggest(host, hosts)} Known hosts: ${hosts.join(', ')}.`);
}
