import { fieldsOf } from '../common/json.ts';
import type { Client } from '../http/client.ts';
import type { ReceivedResponse, SentRequest } from '../http/exchange.ts';

/** A control API in memory that records its calls. */
export interface LabControl extends Client {
  readonly calls: string[];
  readonly balances: Map<string, string>;
}

/** The token of the control API in tests. */
export const labToken = 'control-token';

/** Creates a control API with some capabilities; its clock moves only when it is advanced. */
export function createLabControl(capabilities: readonly string[], answers: Record<string, unknown> = {}): LabControl {
  const calls: string[] = [];
  const balances = new Map<string, string>();
  let now = 1_800_000_000;
  let keys = 0;

  const respond = ({ method, path, body }: SentRequest): unknown => {
    const sent = fieldsOf(body === undefined ? {} : JSON.parse(body));
    const call = `${method} ${path.replace('/control/v1', '').replace(/\?.*/, '')}`;
    calls.push(call);
    if (call in answers) return answers[call];
    if (call === 'GET ') return { control: 1, capabilities };
    if (call === 'POST /fund') balances.set(String(sent.address), String(sent.amount));
    if (call === 'POST /reset') balances.clear();
    if (call === 'POST /keys') return { api_key: `created-key-${++keys}` };
    if (call === 'POST /clock') now += Number(sent.advance_seconds);
    if (call.endsWith('/clock')) return { now: new Date(now * 1000).toISOString() };
    if (call === 'GET /ledger') return { transfers: [] };
    return undefined;
  };

  return {
    calls,
    balances,
    async exchange(sent): Promise<ReceivedResponse> {
      const allowed = sent.headers.authorization === `Bearer ${labToken}`;
      const json = allowed ? respond(sent) : { error: 'The token is wrong.' };
      const status = allowed ? (json === undefined ? 204 : 200) : 401;
      return { status, headers: {}, rawHeaders: [], text: JSON.stringify(json) ?? '', json, events: [], cut: false };
    },
    close: async () => {},
  };
}
