/** Music, speech and sound effects. */
import { Checker } from '../check.ts';
import { labelOf, MUSIC_ID, SPEECH_IDS } from '../data/media.ts';
import { paid } from '../flow.ts';
import type { Gateway } from '../gateway.ts';
import { type Call, type Dict, jsonBody, Refusal } from '../http.ts';
import { namedAmount, type Quote } from '../payment.ts';

const DIRECTED = 'prompt-directed audio model';

function unknown(ids: readonly string[]): Refusal {
  return new Refusal(400, {
    models: [...ids],
    details: [{ field: 'model', message: 'unknown' }],
    error: 'Unknown model',
  });
}

interface Music {
  instrumental: boolean;
  lyrics: string | undefined;
}

export const musicOperation = paid<Music>({
  template: '/api/v1/audio/generations',
  summary: 'Music',
  range: [158_500, 158_500],
  parse: (call) => {
    const rule = call.gateway.rules.audio;
    const check = new Checker(jsonBody(call));
    const model = check.string('model') ?? MUSIC_ID;
    check.string('prompt', { required: true });
    const instrumental = check.flag('instrumental') ?? false;
    const lyrics = check.string('lyrics');
    check.number('duration_seconds', { whole: true, min: 5, max: rule.musicDurationMax });
    if (rule.lyricsConflict && instrumental && lyrics !== undefined)
      check.bad('lyrics', 'lyrics conflict with instrumental');
    check.done();
    if (model !== MUSIC_ID) throw unknown([MUSIC_ID]);
    return { instrumental, lyrics };
  },
  quote: ({ gateway }) => ({ micro: gateway.rules.audio.musicMicro }),
  run: ({ gateway }, input) => {
    const track: Dict = {
      url: `https://cdn.harbor.example/m/${gateway.id('ht')}.mp3?expires=86400`,
      duration_seconds: 178.4,
    };
    if (!input.instrumental) track.lyrics = input.lyrics ?? 'Haul away, the tide is turning';
    return {
      charge: true,
      answer: { status: 200, body: { data: [track], model: MUSIC_ID, created: gateway.seconds() } },
    };
  },
});

interface Speech {
  label: string;
  format: string;
  characters: number;
  billed: number;
}

function readSpeech(call: Call): Speech {
  const rule = call.gateway.rules.audio;
  const check = new Checker(jsonBody(call));
  const named = check.string('model');
  const input = check.string('input', { required: true }) ?? '';
  check.string('voice');
  const format = check.oneOf('response_format', rule.formats) ?? rule.formatDefault;
  check.number('speed', { min: rule.speedMin, max: rule.speedMax });
  check.done();
  const label = named === undefined ? 'flash' : labelOf(SPEECH_IDS, named);
  if (label === undefined) throw unknown(Object.values(SPEECH_IDS));
  const characters = [...input].length;
  const most = rule.maxInput[label] ?? 0;
  if (characters > most) check.bad('input', `input is over ${most} characters`);
  check.done();
  const billed = call.gateway.rules.details.billBytes ? Buffer.byteLength(input) : characters;
  return { label, format, characters, billed };
}

function estimateOf(gateway: Gateway, characters: number): number {
  return Math.min(gateway.rules.audio.promptCapSeconds, Math.max(1, Math.ceil(characters / 14)));
}

function quoteSpeech(gateway: Gateway, { label, billed }: Speech): Quote {
  const rule = gateway.rules.audio;
  if (label === DIRECTED) {
    const seconds = estimateOf(gateway, billed);
    const micro = Math.min(rule.promptCapMicro, Math.max(rule.minimumMicro, seconds * rule.promptPerSecond));
    return rule.estimate ? { micro, extra: { generation_info: { estimated_seconds: seconds } } } : { micro };
  }
  const scaled = billed * (rule.ratePer1k[label] ?? 0) * (100 + rule.marginPercent);
  return { micro: Math.max(rule.minimumMicro, Math.ceil(scaled / 100_000)) };
}

export const speechOperation = paid<Speech>({
  template: '/api/v1/audio/speech',
  summary: 'Text to speech',
  range: [3000, 2_100_000],
  parse: readSpeech,
  quote: (call, input) => {
    const quote = quoteSpeech(call.gateway, input);
    if (call.gateway.rules.combinations.speechRepriced) return quote;
    return { ...quote, micro: namedAmount(call) ?? quote.micro };
  },
  run: ({ gateway }, input) => {
    const url = `https://media.harbor.example/s/${gateway.id('hs')}.${input.format}`;
    const clip: Dict = { characters: input.characters, format: input.format, url };
    if (input.label === DIRECTED) clip.duration_seconds = estimateOf(gateway, input.characters);
    const body = { data: [clip], model: SPEECH_IDS[input.label] ?? '', created: gateway.seconds() };
    return { charge: true, answer: { status: 200, body } };
  },
});

export const effectOperation = paid<{ format: string; characters: number }>({
  template: '/api/v1/audio/sound-effects',
  summary: 'Sound effect',
  range: [53_500, 53_500],
  parse: (call) => {
    const rule = call.gateway.rules.audio;
    const check = new Checker(jsonBody(call));
    const text = check.string('text', { required: true }) ?? '';
    check.number('duration_seconds', { min: rule.effectMin, max: rule.effectMax });
    check.number('prompt_influence', { min: 0, max: rule.influenceMax });
    const format = check.oneOf('response_format', rule.formats) ?? rule.formatDefault;
    check.done();
    return { format, characters: [...text].length };
  },
  quote: ({ gateway }) => ({ micro: gateway.rules.audio.effectMicro }),
  run: ({ gateway }, { format, characters }) => {
    const url = `https://media.harbor.example/x/${gateway.id('hx')}.${format}`;
    const body = { data: [{ characters, format, url }], model: 'bosun/whistle', created: gateway.seconds() };
    return { charge: true, answer: { status: 200, body } };
  },
});
