/** Health, balance and the other small free answers. */
import { TEXT_MODELS } from '../data/models.ts';
import { free, type Operation } from '../flow.ts';
import { type Call, type Dict, usd } from '../http.ts';
import { challenge } from '../payment.ts';

function health(template: string, body: (call: Call) => Dict): Operation {
  return free({ template, summary: 'Health' }, (call) => {
    const { gateway } = call;
    gateway.limit(`health ${call.path} ${call.ip}`, gateway.rules.limits.healthPerMinute, 60);
    return { status: 200, body: { at: gateway.iso(), ...body(call) } };
  });
}

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

export const infoOperations: Operation[] = [
  health('/api/health', ({ gateway }) => ({ host: gateway.host.name, status: 'ok' })),
  health('/api/v1/health/overview', () => ({ degraded: [], status: 'ok' })),
  health('/api/v1/health/chain', ({ gateway }) => ({ status: 'ok', network: gateway.host.network })),
  health('/api/v1/health/models', () => ({ status: 'ok', models: TEXT_MODELS.length })),
  health('/api/v1/health/regions', () => ({ regions: [{ name: 'north-quay', status: 'ok' }] })),
  free({ template: '/api/v1/balance', summary: 'Wallet balance' }, (call) => {
    const address = call.query.get('address') ?? call.query.get('wallet') ?? '';
    if (!ADDRESS.test(address)) return challenge(call, { micro: 0 }, { message: 'Name a wallet: ?address=0x…' });
    const micro = call.gateway.balance(address);
    return {
      status: 200,
      body: {
        micro_usdc: String(micro),
        balance: usd(micro),
        asset: call.gateway.host.asset,
        network: call.gateway.host.network,
        address,
      },
    };
  }),
  free({ template: '/brand/numbers.json', summary: 'Numbers for the press' }, () => ({
    status: 200,
    body: { text_models: TEXT_MODELS.length, founded: 2025 },
  })),
];
