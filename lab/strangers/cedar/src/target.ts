import { randomBytes } from 'node:crypto';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { imageModels, speechModels, videoModels } from './catalog/media.ts';
import { config, segments } from './config.ts';

/** The target file of the control contract, and the secrets that it names. */
export interface Secrets {
  payer: { key: string; address: string };
  other: { key: string; address: string };
  apiKey: string;
}

export function secrets(): Secrets {
  const wallet = (name: string) => {
    const key = (process.env[name] ?? generatePrivateKey()) as `0x${string}`;
    return { key, address: privateKeyToAccount(key).address.toLowerCase() };
  };
  return {
    payer: wallet('PAYER_KEY'),
    other: wallet('OTHER_KEY'),
    apiKey: process.env.API_KEY ?? `ck_live_${randomBytes(18).toString('hex')}`,
  };
}

export function target(url: string, controlUrl: string): object {
  const labelled = [...imageModels(), ...videoModels(), ...speechModels].map((m) => [m.label, m.id]);
  return {
    host: config.host,
    url,
    control: { url: controlUrl, token: { env: 'CONTROL_TOKEN' } },
    ...(config.host === 'base'
      ? { wallets: { payer: { env: 'PAYER_KEY' }, other: { env: 'OTHER_KEY' } } }
      : { api_key: { env: 'API_KEY' } }),
    max_spend_usd: 1000,
    segments,
    models: {
      ...Object.fromEntries(labelled),
      chat: 'hazel/hazel-medium',
      messages: 'larkspur/lark-haiku-4.5',
      responses: 'northwind/nw-5-mini',
      flex: 'northwind/nw-5.4-mini',
      'long context': 'northwind/nw-5.4-mini',
      '4.1 family': 'northwind/nw-4.1',
      '4o family': 'northwind/nw-4o',
      o1: 'northwind/o1',
      'o3-mini': 'northwind/o3-mini',
      'chat-latest': 'northwind/nw-chat-latest',
      '5.3 codex': 'northwind/nw-5.3-codex',
      '5.6 pro': 'northwind/nw-5.6-pro',
      'gpt-oss': 'northwind/open-120b',
    },
  };
}
