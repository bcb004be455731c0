import { expect, test } from 'vitest';
import { withoutSecrets } from './open.ts';

test('the name of a store is shown without a password', () => {
  expect(withoutSecrets('postgres://ann:p%40ss@db.example:5432/pay?sslkey=k')).toBe('postgres://db.example:5432/pay');
  expect(withoutSecrets('/var/lib/pay?.db')).toBe('/var/lib/pay?.db');
});
