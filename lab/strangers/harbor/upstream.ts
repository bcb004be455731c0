/** The scripted world behind the routes: what each outcome answers where an operation says nothing of its own. */
import type { Operation } from './flow.ts';
import type { Gateway, Script } from './gateway.ts';
import { SEGMENTS } from './hosts.ts';
import { type Call, type Dict, Refusal } from './http.ts';

export const OUTCOMES = [
  'succeed',
  'fail',
  'reject',
  'timeout',
  'slow',
  'cut',
  'empty',
  'capacity',
  'mirror_fail',
  'unconfigured',
];

export function capacityRefusal(call: Call, script: Script): Refusal {
  const rule = call.gateway.rules.limits;
  const asked = script.detail.retry_after_seconds;
  const seconds = typeof asked === 'number' ? asked : rule.retryAfterDefault;
  const source = typeof script.detail.source === 'string' ? script.detail.source : 'pool-7f';
  const shown = call.gateway.rules.combinations.retryAfterAsAsked ? seconds : rule.retryAfterDefault;
  const headers = { 'x-ratelimit-source': source, 'retry-after': String(shown) };
  return new Refusal(
    429,
    {
      details: 'The capacity pool is full.',
      retry_after_seconds: seconds,
      source,
      code: rule.capacityCode,
      error: 'Rate limited',
    },
    headers,
  );
}

/** The refusal that an outcome means on most routes; undefined where it is an answer. */
export function standardRefusal(call: Call, script: Script): Refusal | undefined {
  switch (script.outcome) {
    case 'fail':
    case 'timeout':
    case 'cut':
    case 'empty':
      return new Refusal(502, { error: 'Upstream error', details: 'The provider gave no usable answer.' });
    case 'reject': {
      const status = script.detail.status;
      const allowed = typeof status === 'number' && status >= 400 && status < 500 ? status : 400;
      return new Refusal(allowed, { error: 'Refused by the provider', details: 'The input was not accepted.' });
    }
    case 'capacity':
      return capacityRefusal(call, script);
    case 'unconfigured':
      return new Refusal(503, { error: 'Service unavailable', details: 'This integration is paused.' });
    default:
      return undefined;
  }
}

function isPlaceholder(segment: string): boolean {
  return /^[{<:].*$|^\*$/.test(segment);
}

/** How well a written segment names one of ours: 0 not at all, 1 loosely, 2 exactly. */
function segmentFit(operation: Operation, ours: string, written: string): number {
  if (ours === written) return 2;
  const name = /^\{(\w+)\*?\}(.*)$/.exec(ours);
  if (name === null) return 0;
  const [, key = '', tail = ''] = name;
  if (tail !== '' && !written.endsWith(tail)) return 0;
  if (isPlaceholder(written)) return 1;
  const vendor = SEGMENTS[key as keyof typeof SEGMENTS];
  if (vendor !== undefined) return vendor === written ? 2 : 0;
  const values = operation.values[key];
  return values === undefined || values.includes(written) ? 1 : 0;
}

function closeness(operation: Operation, method: string, path: string): number {
  if (!operation.methods.includes(method) && method !== 'ANY') return 0;
  const ours = operation.template.split('/').slice(1);
  const written = path.split('/').slice(1);
  const open = ours.at(-1)?.includes('*}') ?? false;
  if (open ? written.length < ours.length : written.length !== ours.length) return 0;
  let score = 1;
  for (const [index, segment] of ours.entries()) {
    const one = segmentFit(operation, segment, written[index] ?? '');
    if (one === 0) return 0;
    score += one;
  }
  return score;
}

/** The operations that a written route means: all that fit it best. */
export function operationsOf(gateway: Gateway, route: string): Operation[] {
  const [method = '', path = ''] = route.trim().split(/\s+/, 2);
  let best = 0;
  let found: Operation[] = [];
  for (const operation of gateway.operations) {
    const score = closeness(operation, method.toUpperCase(), path);
    if (score === 0 || score < best) continue;
    if (score > best) found = [];
    best = score;
    found.push(operation);
  }
  return found.filter((operation) => operation.upstream);
}

/** Puts one shared script on every operation meant; false when there is none behind the route. */
export function writeScript(gateway: Gateway, route: string, outcome: string, times: number, detail: Dict): boolean {
  const operations = operationsOf(gateway, route);
  const script: Script = { outcome, left: times, detail };
  for (const { key } of operations) {
    if (outcome === 'succeed') gateway.memory.scripts.delete(key);
    else gateway.memory.scripts.set(key, script);
  }
  return operations.length > 0;
}
