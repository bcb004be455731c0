/** Texts that people write in place of valid ones. */

import type { JsonSchema } from '../contract/contract.ts';
import type { Material } from './minimal.ts';

/** Characters by which a text is lengthened until it is too long. */
const furthest = 40;

/** Texts that people write in place of a text of a kind: each pattern is replaced where it matches. */
const slips: readonly (readonly [RegExp, string])[] = [
  // Addresses: a scheme that is not encrypted, none, only the path. URL parsers add a slash that is missing.
  [/^https:\/\//i, 'http://'],
  [/^https?:\/\//i, 'ftp://'],
  [/^https?:\/\//i, ''],
  [/^https?:\/\/[^/]+/i, ''],
  // Telephone numbers: no plus, the prefix of international calls, a national number, separators.
  [/^\+(?=\d)/, ''],
  [/^\+(?=\d)/, '00'],
  [/^\+(?=\d)/, '+0'],
  [/^(\+\d)(\d{3})(\d{3})/, '$1 $2 $3 '],
  [/^(\+\d)(\d{3})(\d{3})/, '$1-$2-$3-'],
  // Data URIs: an address, the content alone, not encoded, a comma too few.
  [/^data:.*$/s, 'https://example.com/image.png'],
  [/^data:[^,]*,/, ''],
  [/;base64,/, ','],
  [/^data:/, ''],
  [/^(data:[^,]*;base64),/, '$1'],
  // Dates: without zeros, with slashes, days first, a day that no month has.
  [/^(\d{4})-0?(\d+)-0?(\d+)/, '$1-$2-$3'],
  [/^(\d{4})-(\d\d)-(\d\d)/, '$1/$2/$3'],
  [/^(\d{4})-(\d\d)-(\d\d)/, '$3-$2-$1'],
  [/^(\d{4})-(\d\d)-(\d\d)/, '$1-02-30'],
  // Addresses of wallets: no prefix.
  [/^0x/, ''],
  // Mail addresses and ids: no sign between the parts.
  [/@/, ''],
  [/(?<=^[0-9a-f]{8}-.*)-/gi, ''],
];

/**
 * The texts that people write in place of a valid one: a slip of its kind, and one character more or less than fits.
 *
 * Some may be valid; who asks has to look.
 */
export function neighboursOf(valid: string, shape: JsonSchema, material: Material): readonly string[] {
  const slipped = slips.filter(([from]) => valid.search(from) >= 0).map(([from, to]) => valid.replace(from, to));
  const last = valid.at(-1) ?? '';
  const longer = Array.from({ length: furthest }, (_, index) => valid + last.repeat(index + 1));
  const shorter = Array.from({ length: valid.length }, (_, index) => valid.slice(0, -1 - index));
  const isMiss = (text: string) => !material.validator.valid(shape, text);
  return [...slipped, ...[longer, shorter].flatMap((texts) => texts.find(isMiss) ?? [])];
}

/** Names by which other services call what a field holds. */
const synonyms: readonly (readonly string[])[] = [
  ['prompt', 'text', 'input', 'query', 'q', 'content', 'message', 'description', 'task'],
  ['url', 'urls', 'image', 'image_url', 'imageUrl'],
  ['to', 'number', 'phone', 'phone_number', 'phoneNumber'],
  ['username', 'usernames', 'userName', 'user_name', 'screen_name', 'handle'],
  ['id', 'sandbox_id', 'sandboxId', 'group_id', 'groupId'],
  ['model', 'model_id', 'engine'],
  ['command', 'cmd', 'code'],
  ['messages', 'history'],
];

/** Other names for a field: words for the same thing, and its own in the other spelling. */
export function otherNamesOf(name: string): readonly string[] {
  const camel = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const words = synonyms.filter((each) => each.includes(name)).flat();
  return [...new Set([...words, camel, snake])].filter((each) => each !== name);
}

/** Words that enumerations of a kind are usually taken from: what one of them lacks is what people let in. */
const families: readonly (readonly string[])[] = [
  ['system', 'user', 'assistant', 'tool', 'developer', 'function'],
  ['mp3', 'wav', 'opus', 'pcm', 'aac', 'flac', 'ogg'],
  ['480p', '720p', '1080p', '4K', '360p', '1440p', '2160p', '8K'],
  ['x', 'web', 'news', 'rss'],
  ['1', '5', '15', '60', '240', 'D', 'W', 'M', '30', '120'],
  ['1s', '1m', '5m', '15m', '1h', '4h', '1d', '30m', '1w'],
  ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'XRPUSDT', 'DOGEUSDT', 'BNBUSDT'],
  ['active', 'open', 'closed', 'archived', 'resolved', 'all'],
  ['regular', 'extended', 'pre', 'post'],
  ['today', '24h', '7d', '30d', '1h', '90d', 'yesterday'],
  ['flex', 'standard', 'priority'],
  ['noul', 'choice', 'score', 'bool', 'boolean', 'rank'],
];

/**
 * The words of an enumeration's kind that it lacks.
 *
 * A word that names a list among `properties`, as `tool` does where requests have `tools`, may belong to that feature.
 */
export function relativesOf(members: readonly unknown[], properties: ReadonlySet<string>): readonly string[] {
  const least = Math.min(2, members.length);
  const own = families.filter((family) => members.filter((member) => family.includes(String(member))).length >= least);
  return own.flat().filter((word) => !members.includes(word) && !properties.has(`${word}s`));
}
