import type { Job } from '../jobs.ts';
import { integer, object, type Row, text } from './row.ts';

/** Reads a job. */
export function readJob(row: Row): Job {
  return {
    id: text(row, 'id'),
    machine: text(row, 'machine'),
    state: text(row, 'state'),
    owner: text(row, 'owner'),
    createdAt: Number(integer(row, 'created_at')),
    data: object(row, 'data'),
    ...(row.claim === null ? {} : { claim: text(row, 'claim') }),
  };
}
