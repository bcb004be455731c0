/** The record of one call: its line in the log, and what it adds to the metrics. */

import { randomUUID } from 'node:crypto';
import type { Answer } from '../http/request.ts';
import { formatUsd } from '../money/usd.ts';
import type { CallFacts, Note } from '../operation/facts.ts';
import type { Reply } from '../operation/handler.ts';
import type { SettledPayment } from '../operation/payment.ts';
import type { Services } from './services.ts';

/** A record of a call that began. */
export interface CallRecord {
  /** Id of the call in the log and in the header `X-Request-Id` of its answer: the one that was sent, or a new one. */
  readonly id: string;
  readonly note: Note;
  /** Ends the record with the answer, or with the last part of a stream; returns the answer with the id of the call. */
  ends(answer: Answer, operation: string | undefined): Answer;
}

/** Ids that a caller may choose: short, and safe to print. */
const readableId = /^[\w.:-]{1,100}$/;

/** Begins the record of a call with the value of its header `X-Request-Id`. */
export function createCallRecord({ log, metrics }: Pick<Services, 'log' | 'metrics'>, sentId = ''): CallRecord {
  const started = performance.now();
  const id = readableId.test(sentId) ? sentId : randomUUID();
  let facts: CallFacts = {};
  metrics.began();

  function write(status: number, operation: string | undefined): void {
    const { quoted, settled, cost, provider, ...others } = facts;
    if (cost !== undefined) metrics.spent(provider, cost);
    const line = {
      request: id,
      operation,
      status,
      milliseconds: Math.round((performance.now() - started) * 10) / 10,
      ...(quoted !== undefined && { quoted: formatUsd(quoted) }),
      ...(settled !== undefined && { settled: formatUsd(settled) }),
      ...(provider !== undefined && { provider }),
      ...(cost !== undefined && { cost }),
      ...others,
    };
    log.info(line, 'served');
  }

  return {
    id,
    note: (more) => {
      facts = { ...facts, ...more };
    },
    ends(answer, operation) {
      const { status, parts } = answer;
      const headers = { ...answer.headers, 'X-Request-Id': id };
      metrics.served(operation, status, (performance.now() - started) / 1000);
      if (parts) return { ...answer, headers, parts: withEnd(parts, () => write(status, operation)) };
      write(status, operation);
      return { ...answer, headers };
    },
  };
}

async function* withEnd<T>(parts: AsyncIterable<T>, end: () => void): AsyncGenerator<T, void> {
  try {
    yield* parts;
  } finally {
    end();
  }
}

/** The facts of a settlement. */
export function factsOf({ txHash, payer, first, amount }: SettledPayment): CallFacts {
  return {
    ...(payer !== '' && { payer }),
    ...(txHash !== '' && { txHash }),
    ...(first && amount !== undefined && { settled: amount }),
  };
}

/** Notes the settlement that a handler reports. */
export function noteReceipt(record: Pick<CallRecord, 'note'> | undefined, { receipt }: Reply): void {
  if (receipt) record?.note(factsOf(receipt));
}
