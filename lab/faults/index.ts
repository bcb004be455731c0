import { accounts } from './accounts.ts';
import { billings } from './billing.ts';
import { caches } from './caches.ts';
import { catalogs } from './catalogs.ts';
import { chains } from './chains.ts';
import { challenges } from './challenges.ts';
import { charging } from './charging.ts';
import { concurrency } from './concurrency.ts';
import { content } from './content.ts';
import { eachOperation } from './each-operation.ts';
import type { Fault } from './fault.ts';
import { funds } from './funds.ts';
import { headers } from './headers.ts';
import { identifiers } from './identifiers.ts';
import { jobs } from './jobs.ts';
import { keys } from './keys.ts';
import { leaks } from './leaks.ts';
import { ledger } from './ledger.ts';
import { limits } from './limits.ts';
import { money } from './money.ts';
import { ordering } from './ordering.ts';
import { paths } from './paths.ts';
import { record } from './record.ts';
import { refusals } from './refusals.ts';
import { replays } from './replays.ts';
import { sentences } from './sentences.ts';
import { services } from './services.ts';
import { streams } from './streams.ts';
import { summaries } from './totals.ts';
import { transactions } from './transactions.ts';
import { types } from './types.ts';
import { unicode } from './unicode.ts';
import { unserved } from './unserved.ts';
import { verification } from './verification.ts';
import { windows } from './windows.ts';

export type { Fault } from './fault.ts';

/** Every behaviour fault: what a gateway may get wrong although its spec is right. */
export const faults: readonly Fault[] = [
  ...concurrency,
  ...ordering,
  ...leaks,
  ...money,
  ...unicode,
  ...types,
  ...headers,
  ...content,
  ...chains,
  ...challenges,
  ...refusals,
  ...sentences,
  ...windows,
  ...paths,
  ...identifiers,
  ...caches,
  ...streams,
  ...verification,
  ...transactions,
  ...replays,
  ...funds,
  ...keys,
  ...ledger,
  ...eachOperation,
  ...jobs,
  ...limits,
  ...charging,
  ...accounts,
  ...billings,
  ...record,
  ...summaries,
  ...catalogs,
  ...services,
  ...unserved,
];
