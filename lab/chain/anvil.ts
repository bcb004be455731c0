/** Anvil: an independent EVM that serves the JSON-RPC of a node. */

import { spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { startEdr } from './evm.ts';
import type { Evm, Machine, RpcAnswer } from './node.ts';

/** The binary of the optional dependency, which is for Linux on x64; elsewhere one that is on the PATH. */
const command = packaged() ?? 'anvil';

function packaged(): string | undefined {
  try {
    const manifest = createRequire(import.meta.url).resolve('@foundry-rs/anvil-linux-amd64/package.json');
    return join(dirname(manifest), 'bin', 'anvil');
  } catch {
    return undefined;
  }
}

/** The EVMs of this machine, by name; why one is missing is printed. */
export async function evms(): Promise<readonly (readonly [name: string, start: typeof startAnvil])[]> {
  const [code] = await once(spawn(command, ['--version'], { stdio: 'ignore' }), 'exit').catch(() => []);
  if (code === 0)
    return [
      ['EDR', startEdr],
      ['anvil', startAnvil],
    ];
  process.stderr.write(
    'Anvil is not tried: there is neither @foundry-rs/anvil-linux-amd64 for this platform nor an anvil on the PATH.\n',
  );
  return [['EDR', startEdr]];
}

/** Starts anvil in its own process. It mines each transaction at once, until `evm_setAutomine` turns that off. */
export async function startAnvil(chainId: bigint): Promise<Evm> {
  const options = { port: 0, 'chain-id': chainId, accounts: 1, 'gas-limit': 60_000_000 };
  const given = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const process = spawn(command, given, { stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  let url: string | undefined;
  for await (const [chunk] of on(process.stdout, 'data', { close: ['end'] })) {
    printed += chunk;
    url = /Listening on (\S+)/.exec(printed)?.[1];
    if (url !== undefined) break;
  }
  if (url === undefined) throw new Error(`anvil must say where it listens, but printed: ${printed}`);
  process.stdout.resume();

  const machine: Machine = async ({ id, method, params = [] }) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const response = await fetch(`http://${url}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    const answer: RpcAnswer = JSON.parse(await response.text());
    return { ...answer, id };
  };
  // Without this every block has its own time, and authorizations expire while a test mines.
  await machine({ id: 1, method: 'anvil_setBlockTimestampInterval', params: [0] });
  // Until there is a block, calls see the time 1.
  await machine({ id: 1, method: 'evm_mine' });
  return {
    machine,
    async close() {
      const gone = once(process, 'exit');
      process.kill();
      await gone;
    },
  };
}
