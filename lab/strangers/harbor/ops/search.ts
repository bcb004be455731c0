/** Live search: a summary with citations. */
import { Checker } from '../check.ts';
import { paid } from '../flow.ts';
import { type Call, jsonBody } from '../http.ts';

interface Input {
  query: string;
  sources: string[];
  maxResults: number;
}

function parse(call: Call): Input {
  const rule = call.gateway.rules.search;
  const check = new Checker(jsonBody(call));
  const query = check.string('query', { required: true, min: 1, max: rule.queryMax });
  const sources = check.strings('sources', { min: 1 });
  if (rule.checkSources && sources?.some((source) => !rule.sources.includes(source)))
    check.bad('sources', 'sources has an unknown source');
  const maxResults = check.number('max_results', { whole: true, min: rule.maxResultsMin, max: rule.maxResultsMax });
  check.done();
  return {
    query: query ?? '',
    sources: [...new Set(sources ?? rule.sourcesDefault)],
    maxResults: maxResults || rule.maxResultsDefault,
  };
}

export const searchOperation = paid<Input>({
  template: '/api/v1/search',
  summary: 'Live search',
  range: [27_250, 1_313_500],
  arcRange: [25_000, 1_250_000],
  parse,
  quote: ({ gateway }, input) => {
    const rule = gateway.rules.search;
    const micro = input.maxResults * rule.perResult + (rule.fee ? gateway.rules.payment.feeMicro : 0);
    if (gateway.host.name === 'base') return { micro };
    return { micro: Math.min(rule.arcCeiling, Math.max(rule.arcFloor, micro)) };
  },
  run: ({ gateway }, input) => {
    const citations = input.sources.map(
      (source) => `https://${source}.example/found/${encodeURIComponent(input.query)}`,
    );
    const body = {
      model: 'lantern/flame',
      sources_used: citations.length * gateway.rules.search.sourcesUsedFactor,
      citations,
      summary: `What ${input.sources.join(', ')} say of it is calm weather.`,
      query: input.query,
      searched_at: gateway.iso(),
    };
    return { charge: true, answer: { status: 200, body } };
  },
});
