import { hash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import solcPackage from 'solc/package.json' with { type: 'json' };
import type { Abi, Hex } from 'viem';

/** A compiled contract. */
export interface Contract {
  readonly abi: Abi;
  /** Code that runs the constructor, without its arguments. */
  readonly bytecode: Hex;
}

/** Changes the source of a contract. */
export type Edit = (source: string) => string;

/** The part of the compiler's output that is read. */
interface Output {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
  readonly contracts: Record<string, Record<string, { abi: Abi; evm: { bytecode: { object: string } } }>>;
}

const compiled = new Map<string, Promise<Contract>>();

/** Compiles a contract in this folder, or an edited copy, once in this process. Throws the messages of the compiler. */
export async function compile(file: string, name: string, edit: Edit = (text) => text): Promise<Contract> {
  const content = edit(await readFile(new URL(file, import.meta.url), 'utf8'));
  const earlier = compiled.get(content + name) ?? compileAnew(file, name, content);
  compiled.set(content + name, earlier);
  return earlier;
}

async function compileAnew(file: string, name: string, content: string): Promise<Contract> {
  const input = {
    language: 'Solidity',
    sources: { [file]: { content } },
    settings: {
      optimizer: { enabled: true, runs: 200 },
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
    },
  };
  const output: Output = JSON.parse(await outputFor(JSON.stringify(input)));
  const errors = output.errors?.filter(({ severity }) => severity === 'error') ?? [];
  const contract = output.contracts[file]?.[name];
  if (errors.length > 0 || !contract) throw new Error(errors.map((each) => each.formattedMessage).join('\n'));
  return { abi: contract.abi, bytecode: `0x${contract.evm.bytecode.object}` };
}

/** Cache for all processes: each starts chains, and loading the compiler takes a second. */
const cache = new URL('../../node_modules/.cache/contracts/', import.meta.url);

/** Returns the output of the compiler for an input, and keeps it for other processes. */
async function outputFor(input: string): Promise<string> {
  const file = new URL(`${hash('sha256', solcPackage.version + input)}.json`, cache);
  const known = await readFile(file, 'utf8').catch(() => undefined);
  if (known !== undefined) return known;
  const { default: solc } = await import('solc');
  const output = solc.compile(input);
  await mkdir(cache, { recursive: true });
  // Another process may read or write it at the same moment.
  const part = new URL(`${randomUUID()}.part`, cache);
  await writeFile(part, output);
  await rename(part, file);
  return output;
}
