import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Metrics } from './metrics.ts';

/** Metrics in the text format of Prometheus. Needs the optional peer `prom-client`. */
export interface Prometheus extends Metrics {
  readonly contentType: string;
  text(): Promise<string>;
}

/** Upper bounds of response times in seconds: a challenge takes a millisecond, a model a minute. */
const buckets = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10, 60];

const microPerUsd = 1_000_000;

/** Responses that are counted together: counting each at once would add a fifteenth to the time of an unpaid call. */
const batchSize = 256;

/** The metrics of a gateway in a registry. */
function metricsIn(registry: Registry) {
  const registers = [registry];
  return {
    responses: new Counter({
      name: 'tollwright_responses_total',
      help: 'Responses by operation and status.',
      labelNames: ['operation', 'status'],
      registers,
    }),
    durations: new Histogram({
      name: 'tollwright_response_seconds',
      help: 'Seconds until a response, or the first event of a stream.',
      labelNames: ['operation'],
      buckets,
      registers,
    }),
    underWay: new Gauge({
      name: 'tollwright_calls_under_way',
      help: 'Calls without a response yet.',
      registers,
    }),
    settlements: new Counter({
      name: 'tollwright_settlements_total',
      help: 'Attempts to move funds by outcome; unknown ones are looked up later.',
      labelNames: ['outcome'],
      registers,
    }),
    revenue: new Counter({
      name: 'tollwright_revenue_usd_total',
      help: 'USD that calls were charged, by operation; none is a payment of a call that a crash interrupted.',
      labelNames: ['operation'],
      registers,
    }),
    costs: new Counter({
      name: 'tollwright_provider_cost_usd_total',
      help: 'USD that providers report as the cost of calls, by provider.',
      labelNames: ['provider'],
      registers,
    }),
  };
}

/** Counts responses by operation and status, settlements by outcome, money, and the resources of the process. */
export function createPrometheus(): Prometheus {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const { responses, durations, underWay, settlements, revenue, costs } = metricsIn(registry);
  let calls = 0;
  let made: { readonly operation: string; readonly status: number; readonly seconds: number }[] = [];

  function countAll(): void {
    for (const { operation, status, seconds } of made) {
      responses.inc({ operation, status });
      durations.observe({ operation }, seconds);
    }
    made = [];
    underWay.set(calls);
  }

  return {
    contentType: registry.contentType,
    began: () => void calls++,
    served(operation = 'none', status, seconds) {
      calls--;
      made.push({ operation, status, seconds });
      if (made.length >= batchSize) countAll();
    },
    earned: (operation = 'none', amount) => revenue.inc({ operation }, Number(amount) / microPerUsd),
    spent: (provider = 'none', usd) => costs.inc({ provider }, usd),
    settled: (outcome) => settlements.inc({ outcome }),
    text() {
      countAll();
      return registry.metrics();
    },
  };
}
