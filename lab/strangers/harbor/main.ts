/** Starts the harbor gateway, lists its faults, or runs the probe of one. */
import { randomBytes } from 'node:crypto';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { IMAGE_MODELS, SPEECH_IDS, VIDEO_IDS } from './data/media.ts';
import { TEXT_LABELS } from './data/models.ts';
import { FAULTS, faultById } from './faults/index.ts';
import { Gateway } from './gateway.ts';
import { HOSTS, type HostName, SEGMENTS } from './hosts.ts';
import { operationsOfHost } from './operations.ts';
import { readOptions } from './options.ts';
import { Client } from './probe/client.ts';
import { run } from './server.ts';

const options = readOptions(process.argv.slice(2));

function modelsOf(host: HostName): Record<string, string> {
  if (host === 'arc') return TEXT_LABELS;
  const images = Object.fromEntries(IMAGE_MODELS.map((model) => [model.label, model.id]));
  return { ...TEXT_LABELS, ...images, ...VIDEO_IDS, ...SPEECH_IDS };
}

async function serve(): Promise<void> {
  const fault = options.get('fault');
  const name = options.get('host') ?? (fault === undefined ? 'base' : faultById(fault).host);
  if (name !== 'base' && name !== 'arc') throw new Error(`no host ${name}`);
  const payerKey = generatePrivateKey();
  const otherKey = generatePrivateKey();
  const token = randomBytes(18).toString('hex');
  const wallets = [payerKey, otherKey].map((key) => privateKeyToAccount(key).address);
  const gateway = new Gateway(HOSTS[name], wallets);
  if (fault !== undefined) faultById(fault).apply(gateway.rules);
  gateway.operations.push(...operationsOfHost(name));
  const running = await run(gateway, {
    token,
    port: Number(options.get('port') ?? 0),
    controlPort: Number(options.get('control-port') ?? 0),
    delayMs: Number(options.get('delay-ms') ?? 0),
  });
  const target = {
    host: name,
    url: running.url,
    control: { url: running.control, token: { env: 'CONTROL_TOKEN' } },
    wallets: { payer: { env: 'PAYER_KEY' }, other: { env: 'OTHER_KEY' } },
    max_spend_usd: 500,
    ...(name === 'base' && { segments: SEGMENTS }),
    models: modelsOf(name),
  };
  const env = { CONTROL_TOKEN: token, PAYER_KEY: payerKey, OTHER_KEY: otherKey };
  process.stdout.write(`${JSON.stringify({ target, env })}\n`);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, running.stop);
}

/** Exits with 0 for the healthy behaviour, with 1 for the fault and with 2 when it could see neither. */
async function probe(id: string): Promise<void> {
  const client = new Client({
    url: options.get('url') ?? '',
    control: options.get('control') ?? '',
    token: options.get('token') ?? process.env.CONTROL_TOKEN ?? '',
    payerKey: (process.env.PAYER_KEY ?? '') as `0x${string}`,
    otherKey: (process.env.OTHER_KEY ?? '') as `0x${string}`,
  });
  try {
    process.exitCode = (await faultById(id).probe(client)) ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${error}\n`);
    process.exitCode = 2;
  }
}

const asked = options.get('probe');
if (asked !== undefined) await probe(asked);
else if (options.has('list-faults')) {
  const list = FAULTS.map(({ id, host, says, quote }) => ({ id, host, says, quote }));
  process.stdout.write(`${JSON.stringify(list, null, 2)}\n`);
} else await serve();
