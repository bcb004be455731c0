import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import type { ServerType } from '@hono/node-server';
import type { Hono } from 'hono';
import { config } from './src/config.ts';
import { setFault } from './src/fault.ts';

const { values: args } = parseArgs({
  options: {
    host: { type: 'string', default: 'base' },
    port: { type: 'string', default: '0' },
    'control-port': { type: 'string', default: '0' },
    'delay-ms': { type: 'string', default: '0' },
    fault: { type: 'string' },
    'list-faults': { type: 'boolean' },
    probe: { type: 'string' },
    url: { type: 'string' },
    control: { type: 'string' },
    token: { type: 'string' },
  },
});

async function start(): Promise<void> {
  if (args.host !== 'base' && args.host !== 'account') throw new Error('--host must be base or account');
  if (args.fault !== undefined) {
    const { faults } = await import('./src/faults.ts');
    const known = faults.find((f) => f.id === args.fault);
    if (!known) throw new Error(`unknown fault: ${args.fault}`);
    if (known.host !== args.host) throw new Error(`fault ${args.fault} is of host ${known.host}`);
    setFault(args.fault);
  }
  config.host = args.host;
  config.delayMs = Number(args['delay-ms']);
  // Loaded only now: switches and host are read while the modules build their tables.
  const [{ gateway }, { control }, { world }, { target, secrets }, { createAdaptorServer }, { headerLimits }] =
    await Promise.all([
      import('./src/app.ts'),
      import('./src/control.ts'),
      import('./src/world.ts'),
      import('./src/target.ts'),
      import('@hono/node-server'),
      import('./src/serve.ts'),
    ]);
  const keys = secrets();
  const controlToken = process.env.CONTROL_TOKEN ?? randomBytes(16).toString('hex');
  world.started = {
    wallets: [keys.payer.address, keys.other.address],
    key: config.host === 'account' ? keys.apiKey : '',
  };
  world.reset();
  const listen = (app: Hono, port: string): Promise<{ port: number; server: ServerType }> =>
    new Promise((ok, bad) => {
      const server = createAdaptorServer({ fetch: app.fetch, serverOptions: headerLimits });
      server.on('error', bad);
      server.listen(Number(port), '127.0.0.1', () => ok({ port: (server.address() as AddressInfo).port, server }));
    });
  const main = await listen(gateway(), args.port);
  const side = await listen(control(controlToken), args['control-port']);
  process.stdout.write(
    `${JSON.stringify({
      target: target(`http://127.0.0.1:${main.port}`, `http://127.0.0.1:${side.port}`),
      env: { CONTROL_TOKEN: controlToken, PAYER_KEY: keys.payer.key, OTHER_KEY: keys.other.key, API_KEY: keys.apiKey },
    })}\n`,
  );
  const stop = (): void => {
    main.server.close();
    side.server.close();
    setTimeout(() => process.exit(0), 50);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

if (args['list-faults']) {
  const { faults } = await import('./src/faults.ts');
  console.log(JSON.stringify(faults, null, 1));
} else if (args.probe !== undefined) {
  const { runProbe } = await import('./probes/run.ts');
  // A probe that breaks has found nothing: it is neither 0 nor 1.
  process.exitCode = await runProbe(args.probe, args.url ?? '', args.control ?? '', args.token ?? '').catch(
    (e: unknown) => {
      console.error(e);
      return 3;
    },
  );
} else await start();
