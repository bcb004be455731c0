import type { Run } from '../check/run.ts';
import type { Operation } from '../contract/contract.ts';
import type { Exchange, Invocation } from '../http/exchange.ts';
import { NotTestable, UnexpectedResponse } from '../http/interruption.ts';

/** The operations that read the record of an account, each over a window. */
export interface RecordReads {
  readonly list: Operation;
  readonly csv: Operation;
  readonly summary?: Operation | undefined;
}

/** Finds the reads of the record: the CSV download, the list of the same rows, and the totals over the same windows. */
export function recordReads({ contract }: Run): RecordReads {
  const csv = contract.operations.find(({ responses }) => responses.some((each) => each.contentType === 'text/csv'));
  const query = JSON.stringify(csv?.query);
  const others = contract.operations.filter((each) => each !== csv && JSON.stringify(each.query) === query);
  const list = others.find(({ template }) => csv?.template.startsWith(template));
  if (!csv || !list) throw new NotTestable('open', 'This host has no usage record with a CSV download.');
  return { list, csv, summary: others.find((each) => each !== list) };
}

/** Reads the record over a window with a key; throws `UnexpectedResponse` where it is not returned. */
export async function readRecord(
  send: (invocation: Invocation) => Promise<Exchange>,
  operation: Operation,
  query: Readonly<Record<string, string>>,
): Promise<Exchange> {
  const exchange = await send({ operation, query });
  if (exchange.received.status === 200) return exchange;
  throw new UnexpectedResponse(`${operation.id} returned ${exchange.received.status}.`, exchange);
}
