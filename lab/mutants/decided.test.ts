import { expect, test } from 'vitest';
import { createMaterial } from '#conformance/arbitraries/minimal.ts';
import { createRequests } from '#conformance/arbitraries/requests.ts';
import { fieldsOf } from '#conformance/common/json.ts';
import { readContract } from '#conformance/contract/contract.ts';
import { createEvaluator } from '#conformance/oracle/evaluate.ts';
import { validatorOf } from '#conformance/oracle/schema.ts';

const contract = await readContract('generated/contracts/base.json');
const evaluator = createEvaluator(contract);
const material = createMaterial(contract, validatorOf(contract, evaluator.catalogs), evaluator.catalogs);

/** The model that a request gets so that a field decides its verdict, and the other fields of the request. */
function decidedBy(id: string, field: string, body: Readonly<Record<string, unknown>>) {
  const operation = contract.operations.find((each) => each.id === id);
  if (!operation) throw new Error(`There is no ${id}.`);
  const requests = createRequests(operation, evaluator, material);
  const decided = fieldsOf(requests.decide({ operation, body }, `request.${field}`)?.body);
  const { model, ...others } = decided;
  return { model, others };
}

const catalogOf = (catalog: string, model: unknown) => evaluator.catalogs.line(catalog, String(model))?.values;

test('an invalid face asset is put into a request of a model that takes faces', () => {
  const body = { prompt: 'a', real_face_asset_id: 5 };
  const { model, others } = decidedBy('generate-video', 'real_face_asset_id', body);
  expect(others).toEqual(body);
  expect(catalogOf('video-models', model)).toMatchObject({ family: 'S' });
});

test('an invalid voice is put into a request of a model that reads voices', () => {
  const others = { input: 'a', voice: 5 };
  const decided = decidedBy('synthesize-speech', 'voice', { ...others, model: 'acme/prompt-directed' });
  expect(decided.others).toEqual(others);
  expect(catalogOf('speech-models', decided.model)).toMatchObject({ per: 'character' });
});

test('a request whose model reads the field stays as it is', () => {
  const others = { input: 'a', voice: 5 };
  const model = 'acme/turbo';
  expect(decidedBy('synthesize-speech', 'voice', { ...others, model })).toEqual({ model, others });
});
