/** Starts the gateway of one host with its control API, or lists faults, or runs one probe. */
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { imageModels, speechModels, textModels, videoModels } from './catalog.ts';
import { control } from './control.ts';
import { faultNamed, faults } from './faults/all.ts';
import { gateway } from './gateway.ts';
import { Buyer } from './probes/buyer.ts';
import { segments } from './router.ts';
import { listen } from './socket.ts';
import { newWallet } from './wallets.ts';
import { firstBalances, resetWorld, wallet } from './world.ts';

const { values } = parseArgs({
  options: {
    host: { type: 'string', default: 'solana' },
    port: { type: 'string', default: '0' },
    'control-port': { type: 'string', default: '0' },
    fault: { type: 'string' },
    'list-faults': { type: 'boolean', default: false },
    probe: { type: 'string' },
    url: { type: 'string' },
    control: { type: 'string' },
    token: { type: 'string' },
    'delay-ms': { type: 'string', default: process.env.DELAY_MS ?? '0' },
  },
});

function labels(): Record<string, string> {
  const named = [...imageModels, ...videoModels, ...speechModels].map((model): [string, string] => [
    model.label,
    model.id,
  ]);
  const first = (family: string) => textModels.find((model) => model.family === family)?.id ?? '';
  return {
    ...Object.fromEntries(named),
    chat: first('other'),
    messages: first('messages'),
    responses: first('responses'),
  };
}

async function start(): Promise<void> {
  if (values.fault !== undefined) faultNamed(values.fault).apply();
  const secret = randomBytes(16).toString('hex');
  const delay = Number(values['delay-ms']);
  const [payer, other] = await Promise.all([newWallet(values.host), newWallet(values.host)]);
  for (const one of [payer, other]) firstBalances.set(wallet(one.address), 1_000_000_000);
  resetWorld();
  const doors = await Promise.all([
    listen(Number(values.port), gateway(values.host), delay),
    listen(Number(values['control-port']), (ask) => control(ask, secret), 0),
  ]);
  const [door, back] = doors;
  const target = {
    host: values.host,
    url: door.url,
    control: { url: back.url, token: { env: 'CONTROL_TOKEN' } },
    wallets: { payer: { env: 'PAYER_KEY' }, other: { env: 'OTHER_KEY' } },
    max_spend_usd: 500,
    segments,
    models: labels(),
  };
  const env = { CONTROL_TOKEN: secret, PAYER_KEY: payer.key, OTHER_KEY: other.key };
  process.stdout.write(`${JSON.stringify({ target, env })}\n`);
  process.on('SIGTERM', () => {
    for (const { server } of doors) server.closeAllConnections();
    process.exit(0);
  });
}

function list(): void {
  const shown = faults.map(({ id, host, says, quote }) => ({ id, host, says, quote }));
  process.stdout.write(`${JSON.stringify(shown, null, 2)}\n`);
}

/** Runs one probe against a gateway that is already up; the exit code says what it saw. */
async function probe(id: string): Promise<void> {
  const { env } = process;
  const buyer = new Buyer({
    url: values.url ?? '',
    control: values.control ?? '',
    token: values.token ?? env.CONTROL_TOKEN ?? '',
    payer: env.PAYER_KEY ?? '',
    other: env.OTHER_KEY ?? '',
  });
  await buyer.control('POST /reset');
  process.exitCode = (await faultNamed(id).probe(buyer)) ? 0 : 1;
}

if (values['list-faults']) list();
else if (values.probe !== undefined) await probe(values.probe);
else await start();
