import type { Context } from 'hono';
import { z } from 'zod';
import { checkBody } from '../body.ts';
import { config } from '../config.ts';
import { badField } from '../errors.ts';
import { on } from '../fault.ts';
import { clientIp, HOUR, refuse, take } from '../limits.ts';
import { max, min, usd } from '../money.ts';
import type { Op, Who } from '../op.ts';
import { op } from '../op.ts';
import { paymentHeader } from '../x402.ts';

/** Users of a social network. 120 requests an hour for each client: its wallet where one pays, its address otherwise. */
const LIMIT = 120;
function limitIp(c: Context): void {
  if (config.host === 'base' && paymentHeader(c) !== undefined) return;
  const v = take(`social|ip|${clientIp(c)}`, LIMIT, HOUR);
  if (!v.ok) refuse(v);
}
function limitWallet(_x: unknown, who: Who): void {
  if (who.kind !== 'wallet' || on('social-limit-by-ip-only')) return;
  const v = take(`social|${who.id}`, LIMIT, HOUR);
  if (!v.ok) refuse(v);
}

const handle = (s: string): string => s.trim().replace(/^@+/, '');
const lookupSchema = z.object({ usernames: z.union([z.array(z.string()), z.string()]) });
const lookup = op<{ names: string[] }>({
  method: 'POST',
  template: '/{social}/users/lookup',
  hosts: 'both',
  upstream: true,
  describe: 'Look up to 100 users',
  parse: async (c) => {
    limitIp(c);
    const b = await checkBody(c, lookupSchema);
    const raw = Array.isArray(b.usernames) ? b.usernames : b.usernames.split(',');
    const unique = new Map<string, string>();
    const whole = !Array.isArray(b.usernames) && on('at-sign-kept-inside-list');
    raw
      .map((s, i) => (whole && i > 0 ? s.trim() : handle(s)))
      .filter((s) => s !== '')
      .forEach((s, i) => {
        const key = on('social-duplicates-billed') ? `${i}` : s.toLowerCase();
        if (!unique.has(key)) unique.set(key, s);
      });
    if (unique.size === 0) throw badField('usernames', 'must name at least one user');
    return { names: [...unique.values()].slice(0, 100) };
  },
  authorize: limitWallet,
  quote: ({ names }) => {
    const each = usd('0.002') * BigInt(names.length);
    return { base: min(max(each, usd('0.02')), usd('0.20')), account: each };
  },
  run: ({ names }, call) => {
    const exists = (s: string): boolean =>
      call.script.outcome !== 'empty' && /^\w{1,15}$/.test(s) && !/^nobody/i.test(s);
    const users = names.filter(exists).map((s, i) => ({
      id: String(1000 + i),
      userName: s,
      name: s,
      profilePicture: `https://img.example.net/${s}.jpg`,
      description: 'A user',
      followers: 450,
      following: 210,
      isBlueVerified: false,
      verifiedType: null,
      location: 'Earth',
      joined: '2015-04-01T00:00:00Z',
    }));
    return {
      body: {
        users,
        not_found: names.filter((s) => !exists(s)),
        total_requested: names.length,
        total_found: users.length,
      },
      free: users.length === 0,
    };
  },
});

const pageSchema = z.object({ username: z.string(), cursor: z.string().optional() });
const TOTAL = 450;
const PAGE = 200;
function pages(kind: 'followers' | 'followings'): Op {
  return op<{ name: string; offset: number }>({
    method: 'POST',
    template: `/{social}/users/${kind}`,
    hosts: 'both',
    upstream: true,
    describe: `A page of about 200 ${kind}`,
    parse: async (c) => {
      limitIp(c);
      const b = await checkBody(c, pageSchema);
      const name = handle(b.username);
      if (name === '') throw badField('username', 'required');
      const m = /^pg(\d{1,6})$/.exec(b.cursor ? Buffer.from(b.cursor, 'base64url').toString() : 'pg0');
      if (!m) throw badField('cursor', 'must be the next_cursor of an earlier page');
      return { name, offset: on('second-page-is-the-first') ? 0 : Number(m[1]) };
    },
    authorize: limitWallet,
    quote: () => ({ base: usd('0.05'), account: usd('0.05') }),
    run: ({ name, offset }, call) => {
      const total = call.script.outcome === 'empty' || /^nobody/i.test(name) ? 0 : TOTAL;
      const n = Math.max(0, Math.min(PAGE, total - offset));
      const rows = Array.from({ length: n }, (_v, i) => {
        const id = offset + i + 1;
        return {
          id: String(id),
          name: `Person ${id}`,
          screen_name: `person${id}`,
          userName: `person${id}`,
          location: '',
          description: '',
          protected: false,
          verified: false,
          followers_count: id,
          following_count: 3,
          friends_count: 3,
          favourites_count: 0,
          statuses_count: id,
          created_at: '2016-05-01T00:00:00Z',
          profile_banner_url: null,
          profile_image_url_https: `https://img.example.net/person${id}.jpg`,
          can_dm: false,
        };
      });
      const more = offset + n < total && n > 0;
      return {
        body: {
          [kind]: rows,
          has_next_page: more,
          next_cursor: more ? Buffer.from(`pg${offset + n}`).toString('base64url') : '',
          total_returned: n,
          username: name,
        },
        free: n === 0 && !on('empty-page-is-charged'),
      };
    },
  });
}
export const socialOps: Op[] = [lookup, pages('followers'), pages('followings')];
