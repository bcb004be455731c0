import type { StoredRecord } from '../records.ts';
import { object, type Row, text } from './row.ts';

/** Reads a record. */
export function readRecord(row: Row): StoredRecord {
  return {
    kind: text(row, 'kind'),
    id: text(row, 'id'),
    owner: text(row, 'owner'),
    data: object(row, 'data'),
    ...(row.claim !== null && { claim: text(row, 'claim') }),
    ...(row.tx_hash !== null && { txHash: text(row, 'tx_hash') }),
  };
}
