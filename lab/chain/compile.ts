import { readFile } from 'node:fs/promises';
import solc from 'solc';
import type { Abi, Hex } from 'viem';

/** A compiled contract. */
export interface Contract {
  readonly abi: Abi;
  /** Code that runs the constructor, without its arguments. */
  readonly bytecode: Hex;
}

/** What of the compiler's output is read. */
interface Output {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
  readonly contracts: Record<string, Record<string, { abi: Abi; evm: { bytecode: { object: string } } }>>;
}

const compiled = new Map<string, Promise<Contract>>();

/** Compiles one of the contracts in this folder, once in this process. Throws the compiler's messages. */
export function compile(file: string, name: string): Promise<Contract> {
  const earlier = compiled.get(name) ?? compileAnew(file, name);
  compiled.set(name, earlier);
  return earlier;
}

async function compileAnew(file: string, name: string): Promise<Contract> {
  const content = await readFile(new URL(file, import.meta.url), 'utf8');
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
