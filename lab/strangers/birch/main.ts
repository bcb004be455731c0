import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { privateKeyToAddress } from 'viem/accounts';
import { control } from './control.ts';
import { faults } from './faults.ts';
import { options } from './options.ts';
import { probeFromOptions } from './probe.ts';
import { handle } from './server.ts';
import { endow } from './state.ts';
import { target } from './target.ts';

function listen(server: Server, port: number): Promise<string> {
  // Clients may keep a connection for long: an early close would race with their next call.
  server.keepAliveTimeout = 65_000;
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      resolve(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}`);
    });
  });
}

function keyOf(name: string): `0x${string}` {
  const given = process.env[name]?.replace(/^0x/, '');
  if (given !== undefined && given !== '' && !/^[0-9a-fA-F]{64}$/.test(given))
    throw new Error(`${name} must be a private key of 32 bytes`);
  return `0x${given || randomBytes(32).toString('hex')}`;
}

async function serve(): Promise<void> {
  const env = {
    CONTROL_TOKEN: process.env.CONTROL_TOKEN || randomBytes(24).toString('base64url'),
    PAYER_KEY: keyOf('PAYER_KEY'),
    OTHER_KEY: keyOf('OTHER_KEY'),
  };
  endow(privateKeyToAddress(env.PAYER_KEY));
  endow(privateKeyToAddress(env.OTHER_KEY));
  const main = createServer((message, response) => void handle(message, response));
  const side = createServer((message, response) => void control(env.CONTROL_TOKEN)(message, response));
  options.origin = await listen(main, options.port);
  const controlUrl = await listen(side, options.controlPort);
  process.on('SIGTERM', () => {
    for (const server of [main, side]) {
      server.close();
      server.closeAllConnections();
    }
  });
  console.log(JSON.stringify({ target: target(options.origin, controlUrl), env }));
}

if (options.listFaults) console.log(JSON.stringify(faults));
else if (options.probe !== '') process.exitCode = await probeFromOptions();
else await serve();
