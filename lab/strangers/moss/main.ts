import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import { parseArgs } from 'node:util';
import { startWithKey } from './accounts.ts';
import { controlServer } from './control.ts';
import { activate, faults } from './faults.ts';
import { usd } from './money.ts';
import { runProbe } from './probe.ts';
import { gatewayServer } from './server.ts';
import { targetFile } from './target.ts';

const FIRST_BALANCE = usd('1000');

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}

function readOptions() {
  try {
    return parseArgs({
      options: {
        host: { type: 'string' },
        port: { type: 'string', default: '0' },
        'control-port': { type: 'string', default: '0' },
        'delay-ms': { type: 'string', default: '0' },
        fault: { type: 'string' },
        'list-faults': { type: 'boolean' },
        probe: { type: 'string' },
        url: { type: 'string', default: '' },
        control: { type: 'string', default: '' },
        token: { type: 'string', default: '' },
      },
    }).values;
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

function readNumber(name: string, text: string): number {
  return /^\d{1,6}$/.test(text) ? Number(text) : fail(`--${name} must be a number`);
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

async function main(): Promise<void> {
  const options = readOptions();
  if (options['list-faults'] === true) {
    console.log(JSON.stringify(faults));
    return;
  }
  if (options.probe !== undefined) {
    const { url, control, token } = options;
    const key = process.env.API_KEY ?? '';
    // A probe that cannot run says neither right nor wrong.
    const right = await runProbe(options.probe, { url, control, token, key }).catch((error: unknown) =>
      fail(String(error)),
    );
    process.exitCode = right ? 0 : 1;
    return;
  }
  if (options.host !== 'account') fail('--host account is the only host that is served');
  if (options.fault !== undefined && !activate(options.fault)) fail(`there is no fault ${options.fault}`);
  const token = process.env.CONTROL_TOKEN ?? randomBytes(18).toString('base64url');
  const key = process.env.API_KEY ?? `moss.${randomBytes(24).toString('base64url')}`;
  startWithKey(key, FIRST_BALANCE);
  const gateway = gatewayServer(readNumber('delay-ms', options['delay-ms']));
  const control = controlServer(token);
  const port = await listen(gateway, readNumber('port', options.port));
  const controlPort = await listen(control, readNumber('control-port', options['control-port']));
  process.on('SIGTERM', () => process.exit(0));
  console.log(JSON.stringify({ target: targetFile(port, controlPort), env: { CONTROL_TOKEN: token, API_KEY: key } }));
}

await main();
