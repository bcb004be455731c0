/** Music, speech and sound effects. */
import { effectModel, musicModel, type SpeechModel, speechModels } from './catalog.ts';
import { customs } from './customs.ts';
import { Form } from './form.ts';
import { law } from './law.ts';
import { failed, reach } from './upstream.ts';
import { type Ask, type Deal, ok, type Reply, type Row, row } from './wire.ts';
import { seconds, token } from './world.ts';

interface Track {
  model: string;
  instrumental: boolean;
  lyrics: string | undefined;
}

interface Speech {
  model: SpeechModel;
  characters: number;
  format: string;
  estimate: number;
}

interface Effect {
  characters: number;
  format: string;
  seconds: number;
}

function readTrack(ask: Ask): Track {
  const form = new Form(ask.body);
  const model = form.text('model', { oneOf: [musicModel] }) ?? musicModel;
  form.text('prompt', { must: true });
  const instrumental = form.flag('instrumental') ?? false;
  const lyrics = form.text('lyrics');
  const { least, most } = law.audio.musicSeconds;
  form.integer('duration_seconds', { min: least, max: most });
  if (instrumental && lyrics !== undefined && law.audio.lyricsClash)
    form.bad('lyrics', 'lyrics cannot be sung on an instrumental track');
  form.done();
  return { model, instrumental, lyrics };
}

async function record(deal: Deal): Promise<void> {
  const { outcome } = await reach(deal);
  if (outcome === 'cut' || outcome === 'empty') throw failed();
}

async function compose(track: Track, deal: Deal): Promise<Reply> {
  await record(deal);
  const song = {
    duration_seconds: 181.5,
    url: `https://cdn.example/tracks/${token()}.mp3?expires=${seconds() + 86_400}`,
    ...(track.instrumental ? {} : { lyrics: track.lyrics ?? 'Down in the quarry the stones are asleep' }),
  };
  return ok({ model: track.model, data: [song], created: seconds() });
}

function readSpeech(ask: Ask): Speech {
  const form = new Form(ask.body);
  const wanted = form.text('model') ?? speechModels.find((one) => one.label === law.audio.usualModel)?.id;
  const model = speechModels.find((one) => one.id === wanted);
  if (!model) form.bad('model', `model has to be one of ${speechModels.map((one) => one.id).join(', ')}`);
  const input = form.text('input', { must: true, max: model?.most ?? 40_000 }) ?? '';
  form.text('voice', { min: 1 });
  const format = form.text('response_format', { oneOf: law.audio.formats }) ?? 'mp3';
  form.number('speed', { min: law.audio.speed.least, max: law.audio.speed.most });
  form.done();
  const characters = customs.audio.charactersOf(input);
  const estimate = Math.min(law.audio.mostSeconds, Math.ceil(characters / law.audio.charactersPerSecond));
  return { model: model as SpeechModel, characters, format, estimate };
}

function speechPrice(speech: Speech): number {
  const { model, characters, estimate } = speech;
  if (model.perSecond) return Math.max(law.audio.minimum, estimate * model.rate);
  const micro = (characters * model.rate * law.audio.margin) / 100_000;
  return Math.max(law.audio.minimum, Math.ceil(micro) + law.audio.fee);
}

async function speak(speech: Speech, deal: Deal): Promise<Reply> {
  await record(deal);
  const spoken = {
    format: speech.format,
    characters: speech.characters,
    url: `https://media.example/voice/${token()}.${speech.format}`,
    ...(speech.model.perSecond ? { duration_seconds: speech.estimate } : {}),
  };
  return ok({ data: [spoken], model: speech.model.id, created: seconds() });
}

function readEffect(ask: Ask): Effect {
  const form = new Form(ask.body);
  const text = form.text('text', { must: true }) ?? '';
  const { least, most } = law.audio.effectSeconds;
  const length = form.number('duration_seconds', { min: least, max: most }) ?? 4;
  form.number('prompt_influence', { min: 0, max: 1 });
  const format = form.text('response_format', { oneOf: law.audio.formats }) ?? 'mp3';
  form.done();
  return { characters: [...text].length, format, seconds: length };
}

export const audioRows: Row[] = [
  row({
    on: 'POST /api/v1/audio/generations',
    upstream: true,
    read: readTrack,
    price: () => law.audio.track,
    effect: compose,
  }),
  row<Speech>({
    on: 'POST /api/v1/audio/speech',
    upstream: true,
    read: readSpeech,
    price: speechPrice,
    tell: (speech) =>
      speech.model.perSecond
        ? { generation_info: { estimated_seconds: customs.audio.reportedSeconds(speech.estimate, speech.characters) } }
        : {},
    effect: speak,
  }),
  row<Effect>({
    on: 'POST /api/v1/audio/sound-effects',
    upstream: true,
    read: readEffect,
    price: () => law.audio.effect,
    effect: async (effect, deal) => {
      await record(deal);
      const url = `https://media.example/foley/${token()}.${effect.format}`;
      const sound = { format: effect.format, characters: effect.characters, duration_seconds: effect.seconds, url };
      return ok({ data: [sound], model: effectModel, created: seconds() });
    },
  }),
];
