import { readFile } from 'node:fs/promises';
import solc from 'solc';
import type { Abi, Hex } from 'viem';

/** A compiled contract. */
export interface Contract {
  readonly abi: Abi;
  /** Code that runs the constructor, without its arguments. */
  readonly bytecode: Hex;
}

/** Changes the source of a contract. */
export type Edit = (source: string) => string;

/** What of the compiler's output is read. */
interface Output {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
  readonly contracts: Record<string, Record<string, { abi: Abi; evm: { bytecode: { object: string } } }>>;
}

const compiled = new Map<string, Promise<Contract>>();

/** Compiles one of the contracts in this folder, or what is made of it, once in this process. Throws the compiler's messages. */
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
  const output: Output = JSON.parse(solc.compile(JSON.stringify(input)));
  const errors = output.errors?.filter(({ severity }) => severity === 'error') ?? [];
  const contract = output.contracts[file]?.[name];
  if (errors.length > 0 || !contract) throw new Error(errors.map((each) => each.formattedMessage).join('\n'));
  return { abi: contract.abi, bytecode: `0x${contract.evm.bytecode.object}` };
}
