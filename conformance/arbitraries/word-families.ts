/** Words that enumerations of a kind are usually taken from: what one of them lacks is what people let in. */
const families: readonly (readonly string[])[] = [
  ['system', 'user', 'assistant', 'tool', 'developer', 'function'],
  ['mp3', 'wav', 'opus', 'pcm', 'aac', 'flac', 'ogg'],
  ['480p', '720p', '1080p', '4K', '360p', '1440p', '2160p'],
  ['x', 'web', 'news', 'rss'],
  ['1', '5', '15', '60', '240', 'D', 'W', 'M', '30', '120'],
  ['1s', '1m', '5m', '15m', '1h', '4h', '1d', '30m', '1w'],
  ['active', 'open', 'closed', 'archived', 'resolved', 'all'],
  ['regular', 'extended', 'pre', 'post'],
  ['today', '24h', '7d', '30d', '1h', '90d', 'yesterday'],
  ['flex', 'standard', 'priority'],
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
