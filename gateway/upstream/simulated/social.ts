import { digest, type Random, randomFrom, randomsFrom } from '../seeded-random.ts';
import type { FollowPage, FollowRequest, FoundUsers, SocialRecord } from '../social-port.ts';
import { sentence } from './prose.ts';

/** Users on a full page. */
const pageSize = 200;

const places = ['Lisbon', 'Nairobi', 'Osaka', 'Quito', 'Toronto', 'Wellington'] as const;

/** Finds a user for each valid name; other names have none. */
export function findUsers(names: readonly string[], seed: number): FoundUsers {
  const exists = (name: string) => /^[a-z0-9_]{1,15}$/i.test(name);
  return {
    users: names.filter(exists).map((name) => profile(name, seed)),
    missing: names.filter((name) => !exists(name)),
  };
}

/** Lists one page of the followers or followings of a user; an unknown cursor leads to an empty page. */
export function listFollows({ kind, username, cursor }: FollowRequest, seed: number): FollowPage {
  const name = username.toLowerCase();
  const count = findUsers([name], seed).users.length === 0 ? 0 : followCounts(name, seed)[kind];
  const start = cursor === undefined || cursor === '' ? 0 : offsetOf(cursor);
  if (start === undefined || start >= count) return { users: [] };
  const end = Math.min(start + pageSize, count);
  const randoms = randomsFrom([seed, kind, name]);
  const users = Array.from({ length: end - start }, (_, index) =>
    follower(kind, start + index, randoms(start + index)),
  );
  return { users, ...(end < count && { next: cursorAt(end) }) };
}

function followCounts(name: string, seed: number) {
  const random = randomFrom([seed, 'follows', name]);
  return { followers: random.integer(pageSize + 1, 900), followings: random.integer(pageSize + 1, 500) };
}

function profile(name: string, seed: number): SocialRecord {
  const random = randomFrom([seed, 'user', name]);
  const { followers, followings } = followCounts(name, seed);
  const verified = random.next() < 0.3;
  return {
    id: idOf(name),
    userName: name,
    name: name.charAt(0).toUpperCase() + name.slice(1),
    profilePicture: `https://images.example/${idOf(name)}.jpg`,
    description: sentence(random),
    followers,
    following: followings,
    isBlueVerified: verified,
    verifiedType: verified ? 'blue' : null,
    location: random.pick(places),
    joined: new Date(random.integer(1_200_000_000, 1_700_000_000) * 1000).toISOString(),
  };
}

function follower(kind: FollowRequest['kind'], index: number, random: Random): SocialRecord {
  const number = 1000 * random.integer(1_000_000, 9_999_999) + index;
  const screenName = `${kind === 'followers' ? 'fan' : 'idol'}_${number}`;
  return {
    id: String(number),
    name: `Person ${index + 1}`,
    screen_name: screenName,
    userName: screenName,
    location: random.pick(places),
    description: sentence(random),
    protected: random.next() < 0.05,
    verified: random.next() < 0.1,
    followers_count: random.integer(0, 5000),
    following_count: random.integer(0, 2000),
    friends_count: random.integer(0, 2000),
    favourites_count: random.integer(0, 20_000),
    statuses_count: random.integer(0, 50_000),
    created_at: new Date(random.integer(1_200_000_000, 1_700_000_000) * 1000).toISOString(),
    profile_banner_url: `https://images.example/${screenName}/banner.jpg`,
    profile_image_url_https: `https://images.example/${screenName}.jpg`,
    can_dm: random.next() < 0.5,
  };
}

/** Decimal digits, as the network numbers its users. */
function idOf(name: string): string {
  return String(BigInt(`0x${digest(['id', name]).slice(0, 15)}`));
}

function cursorAt(offset: number): string {
  return Buffer.from(`after:${offset}`).toString('base64url');
}

function offsetOf(cursor: string): number | undefined {
  const offset = /^after:(\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1];
  return offset === undefined ? undefined : Number(offset);
}
