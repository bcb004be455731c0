import { isObject } from '@tollwright/runtime/values/json';

/** Faults of the shop, one at a time. */
export type ShopFault =
  | 'copies-to-21'
  | 'copies-to-19'
  | 'copies-from-0'
  | 'copies-as-text'
  | 'half-copies'
  | 'gap-to-2.001'
  | 'title-in-bytes'
  | 'title-to-13'
  | 'title-may-be-empty'
  | 'title-optional'
  | 'finish-in-any-case'
  | 'finish-without-gloss'
  | 'finish-required'
  | 'pages-to-4'
  | 'pages-first-checked'
  | 'body-unchecked'
  | 'papers-unchecked'
  | 'size-of-any-paper'
  | 'size-refused-400'
  | 'copies-default-3'
  | 'size-default-a3'
  | 'unknown-key-accepted'
  | 'inner-key-accepted'
  | 'unknown-key-unnamed'
  | 'extra-refused'
  | 'extra-priced'
  | 'gloss-priced'
  | 'field-unnamed'
  | 'one-micro-more'
  | 'rounds-down'
  | 'fee-per-copy'
  | 'dear-from-20'
  | 'speech-in-bytes'
  | 'speech-minimum-57'
  | 'speech-to-4001'
  | 'validates-late'
  | 'unvalidated'
  | 'crashes-at-maximum'
  | 'sheet-missing'
  | 'state-unknown'
  | 'number-as-text'
  | 'sheets-missing'
  | 'ready-in-camel-case'
  | 'press-missing'
  | 'press-worded'
  | 'gone';

/** A response of the shop. */
export interface ShopAnswer {
  readonly status: number;
  readonly json: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const rates: Readonly<Record<string, Readonly<Record<string, bigint>>>> = {
  // In hundredths of a micro-USDC.
  plain: { a4: 1_000_000n, a3: 3_000_000n },
  fine: { a4: 4_000_000n, a5: 1_000n },
  rough: { a4: 2_000_000n },
};

/** A shop that conforms to `shop-contract.ts`, or breaks it in one way. */
export function createShop(fault?: ShopFault): (operation: string, body: unknown, paid: boolean) => ShopAnswer {
  const has = (other: ShopFault) => fault === other;
  const refuse = (field: string, status = 400) => ({
    status,
    json: { error: has('field-unnamed') ? 'invalid' : `invalid: ${field}` },
  });

  return (operation, body, paid) => {
    if (has('gone')) return { status: 404, json: { error: 'Not found' } };
    if (!isObject(body)) return refuse('body');
    return operation === 'make-print' ? print(body, paid) : speak(body, paid);
  };

  function print(body: Readonly<Record<string, unknown>>, paid: boolean): ShopAnswer {
    const invalid = has('unvalidated') || (has('validates-late') && !paid) ? undefined : printFault(body);
    if (invalid) return invalid;
    const copies = Number(body.copies ?? (has('copies-default-3') ? 3 : 2));
    if (has('crashes-at-maximum') && copies === 20) return { status: 500, json: {} };
    if (!paid) return challenge(printPrice(body, copies));
    const sheets = Array.from({ length: has('sheet-missing') ? copies - 1 : copies }, (_, index) => ({
      number: has('number-as-text') && index === copies - 1 ? String(index) : index,
    }));
    const state = has('state-unknown') ? 'ready' : 'done';
    const press = has('press-worded') ? 'three' : '3';
    return {
      status: 200,
      json: { state, ...(!has('sheets-missing') && { sheets }), ...(has('ready-in-camel-case') && { readyAt: 1 }) },
      ...(!has('press-missing') && { headers: { 'x-press': press } }),
    };
  }

  function printPrice(body: Readonly<Record<string, unknown>>, copies: number): bigint {
    const size = String(body.size ?? (has('size-default-a3') ? 'a3' : 'a4'));
    const rate = rates[String(body.paper)]?.[size] ?? 0n;
    const count = BigInt(Math.trunc(copies));
    const discount = has('dear-from-20') && count === 20n ? 100n : 0n;
    // Hundredths of hundredths of a micro-USDC.
    const exact = rate * count * 105n + 10_000_000n * (has('fee-per-copy') ? count : 1n) + discount * 10_000n;
    const more = has('one-micro-more') || (has('gloss-priced') && body.finish === 'gloss') ? 1n : 0n;
    return (exact + (has('rounds-down') ? 0n : 5_000n)) / 10_000n + more;
  }

  function printFault(body: Readonly<Record<string, unknown>>): ShopAnswer | undefined {
    const { paper, size, copies, title, finish, gap, pages } = body;
    const known = ['paper', 'size', 'copies', 'title', 'finish', 'gap', 'pages'];
    const unknown = Object.keys(body).find((key) => !known.includes(key));
    if (unknown !== undefined && !has('unknown-key-accepted'))
      return refuse(has('unknown-key-unnamed') ? 'a key' : unknown);
    const offered = typeof paper === 'string' && Object.hasOwn(rates, paper) ? rates[paper] : undefined;
    if (!offered && !(has('papers-unchecked') && typeof paper === 'string')) return refuse('paper');
    if (size !== undefined && typeof size !== 'string') return refuse('size');
    const sizes = has('size-of-any-paper')
      ? Object.values(rates).flatMap(Object.keys)
      : Object.keys(offered ?? { a4: 1, [String(size)]: 1 });
    if (!sizes.includes(String(size ?? 'a4'))) return refuse('size', has('size-refused-400') ? 400 : 422);
    if (copies !== undefined && !isCount(copies)) return refuse('copies');
    if (!(has('title-optional') && title === undefined) && !isTitle(title)) return refuse('title');
    const finishes = ['matt', ...(has('finish-without-gloss') ? [] : ['gloss'])];
    const given = has('finish-in-any-case') && typeof finish === 'string' ? finish.toLowerCase() : finish;
    if (has('finish-required') && finish === undefined) return refuse('finish');
    if (given !== undefined && !finishes.some((each) => each === given)) return refuse('finish');
    if (gap !== undefined && !(typeof gap === 'number' && gap >= 0 && gap <= (has('gap-to-2.001') ? 2.0001 : 2)))
      return refuse('gap');
    return pages === undefined ? undefined : pagesFault(pages);
  }

  function isCount(copies: unknown): boolean {
    if (has('copies-as-text') && typeof copies === 'string' && /^\d+$/.test(copies)) return true;
    if (typeof copies !== 'number' || !(Number.isInteger(copies) || has('half-copies'))) return false;
    const high = has('copies-to-21') ? 21 : has('copies-to-19') ? 19 : 20;
    return copies >= (has('copies-from-0') ? 0 : 1) && copies <= high;
  }

  function isTitle(title: unknown): boolean {
    if (typeof title !== 'string') return false;
    const length = has('title-in-bytes') ? Buffer.byteLength(title) : [...title].length;
    return length >= (has('title-may-be-empty') ? 0 : 1) && length <= (has('title-to-13') ? 13 : 12);
  }

  function pagesFault(pages: unknown): ShopAnswer | undefined {
    if (!Array.isArray(pages) || pages.length < 1 || pages.length > (has('pages-to-4') ? 4 : 3)) return refuse('pages');
    for (const page of has('pages-first-checked') ? pages.slice(0, 1) : pages) {
      if (!isObject(page)) return refuse('pages.items');
      const unknown = Object.keys(page).find((key) => key !== 'kind' && key !== 'body');
      if (unknown !== undefined && !has('inner-key-accepted')) return refuse(unknown);
      if (page.kind !== 'text' && page.kind !== 'photo') return refuse('kind');
      if (page.body !== undefined && typeof page.body !== 'string') return refuse('body');
      const short = page.body !== undefined && [...page.body].length < 2;
      if (page.kind === 'text' && short && !has('body-unchecked')) return refuse('body');
    }
    return undefined;
  }

  function speak(body: Readonly<Record<string, unknown>>, paid: boolean): ShopAnswer {
    const { text, slow, ...rest } = body;
    if (!paid) return typeof text === 'string' ? challenge(speechPrice(text, rest)) : challenge(3_000n);
    if (has('extra-refused') && Object.keys(rest).length > 0) return refuse('extra');
    const length = typeof text === 'string' ? [...text].length : 0;
    if (length < 1 || length > (has('speech-to-4001') ? 4001 : 4000)) return refuse('text');
    if (slow !== undefined && typeof slow !== 'boolean') return refuse('slow');
    return { status: 200, json: { audio: 'x' } };
  }

  function speechPrice(text: string, rest: object): bigint {
    const characters = BigInt(has('speech-in-bytes') ? Buffer.byteLength(text) : [...text].length);
    const extra = has('extra-priced') ? BigInt(Object.keys(rest).length) : 0n;
    const exact = characters * 525n + 5n;
    if (has('speech-minimum-57') && characters === 57n) return 2_993n;
    const rounded = exact / 10n;
    return (rounded > 3_000n ? rounded : 3_000n) + extra;
  }

  function challenge(amount: bigint): ShopAnswer {
    return {
      status: 402,
      json: { x402Version: 2, accepts: [{ scheme: 'exact', network: 'test', amount: String(amount) }] },
    };
  }
}
