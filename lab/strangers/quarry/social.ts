/** Social user data: lookups priced per name, and pages of followers and followings. */
import { customs } from './customs.ts';
import { Form } from './form.ts';
import { law } from './law.ts';
import { failed, reach } from './upstream.ts';
import { type Ask, type Deal, type Obj, type Reply, type Row, row } from './wire.ts';
import { iso, pick } from './world.ts';

interface Page {
  username: string;
  cursor: string | undefined;
}

const bare = (name: string) => (law.social.stripAt ? name.trim().replace(/^@/, '') : name.trim());

function readNames(ask: Ask): string[] {
  const form = new Form(ask.body);
  const given = form.source.usernames;
  const listed = typeof given === 'string' ? given.split(',') : form.texts('usernames', { must: true });
  const names = (listed ?? []).filter((name) => typeof name === 'string');
  const kept = (law.social.distinct ? customs.social.distinct(names, bare) : names.map(bare)).filter(
    (name) => name !== '',
  );
  if (kept.length === 0 && form.details.length === 0) form.bad('usernames', 'usernames is empty');
  form.done();
  return customs.social.queried(kept, law.social.usersMost);
}

function namesPrice(names: string[]): number {
  return Math.min(law.social.most, Math.max(law.social.least, names.length * law.social.each));
}

function user(name: string): Obj {
  const size = pick(name, 90_000);
  return {
    joined: iso(1_300_000_000_000 + size * 1_000_000),
    location: 'Underhill',
    verifiedType: size % 2 === 0 ? 'blue' : 'none',
    isBlueVerified: size % 2 === 0,
    following: size % 900,
    followers: size,
    description: `${name} likes stone.`,
    profilePicture: `https://pictures.example/${name}.png`,
    name: name.toUpperCase(),
    userName: name,
    id: String(1_000_000 + size),
  };
}

async function lookUp(names: string[], deal: Deal): Promise<Reply> {
  const { outcome } = await reach(deal);
  if (outcome === 'cut') throw failed();
  const none = outcome === 'empty';
  return {
    status: 200,
    unpaid: none && !law.social.chargesEmpty,
    body: {
      total_found: none ? 0 : names.length,
      total_requested: names.length,
      not_found: none ? names : [],
      users: none ? [] : names.map(user),
    },
  };
}

function readPage(ask: Ask): Page {
  const form = new Form(ask.body);
  const username = form.text('username', { must: true }) ?? '';
  const cursor = form.text('cursor');
  form.done();
  return { username: bare(username), cursor };
}

function person(owner: string, at: number): Obj {
  const name = `${owner}_${at}`;
  const size = pick(name, 50_000);
  return {
    can_dm: size % 2 === 0,
    profile_image_url_https: `https://pictures.example/${name}.png`,
    profile_banner_url: `https://pictures.example/${name}-wide.png`,
    created_at: iso(1_300_000_000_000 + size * 1_000_000),
    statuses_count: size % 700,
    favourites_count: size % 80,
    friends_count: size % 300,
    following_count: size % 300,
    followers_count: size,
    verified: false,
    protected: false,
    description: 'A mason.',
    location: 'Underhill',
    userName: name,
    screen_name: name,
    name: name.toUpperCase(),
    id: String(2_000_000 + size),
  };
}

function paged(kind: 'followers' | 'followings'): Row {
  return row<Page>({
    on: `POST /api/v1/{social}/users/${kind}`,
    upstream: true,
    limit: 'client',
    read: readPage,
    price: () => law.social.page,
    effect: async (page, deal) => {
      const { outcome } = await reach(deal);
      if (outcome === 'cut') throw failed();
      const none = outcome === 'empty';
      const last = page.cursor !== undefined && page.cursor !== '';
      const count = none ? 0 : last ? 37 : law.social.pageSize;
      const people = Array.from({ length: count }, (_, at) =>
        person(page.username, at + (last ? law.social.pageSize : 0)),
      );
      const more = !none && !last;
      return {
        status: 200,
        unpaid: none && !law.social.chargesEmpty,
        body: {
          username: page.username,
          total_returned: people.length,
          next_cursor: more ? `after-${law.social.pageSize}` : '',
          has_next_page: more,
          [kind]: people,
        },
      };
    },
  });
}

export const socialRows: Row[] = [
  row<string[]>({
    on: 'POST /api/v1/{social}/users/lookup',
    upstream: true,
    limit: 'client',
    read: readNames,
    price: namesPrice,
    effect: lookUp,
  }),
  paged('followers'),
  paged('followings'),
];
