import type { Parts } from '#gateway/start.ts';

/** Counts of the calls that move money, since the gateway started. */
export interface Meter {
  /** Payments that were settled, and calls that an account was charged for. */
  charges: number;
  /** Times that the ledger was read. */
  looks: number;
}

/** Counts what the parts of a gateway do with money. The parts stay the same objects, because payments hold them already. */
export function meterOf({ services: { store } }: Parts): Meter {
  const meter = { charges: 0, looks: 0 };
  const { ledger, accounts } = store;
  const transfer = ledger.transfer.bind(ledger);
  const transfers = ledger.transfers.bind(ledger);
  const charge = accounts.charge.bind(accounts);
  ledger.transfer = async (...args) => {
    const made = await transfer(...args);
    if (made) meter.charges += 1;
    return made;
  };
  ledger.transfers = (...args) => {
    meter.looks += 1;
    return transfers(...args);
  };
  accounts.charge = async (reservation, row) => {
    const made = await charge(reservation, row);
    if (made && row.amount > 0n) meter.charges += 1;
    return made;
  };
  return meter;
}
