// Runs in the reader's browser, from file:// as well; it reads the data embedded in the page and nothing else.
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const { report, statements, labels } = data;
  const { element, fillTable, fill } = globalThis.sections;
  const kindOf = ({ verdict, tier, known }) =>
    verdict !== 'fail' ? verdict : known !== undefined ? 'known' : tier === 'must' ? 'fail' : 'info';
  const found = new Set(report.results.map(kindOf));
  // Only runs with a baseline have known failures.
  const kinds = Object.keys(labels).filter((kind) => kind !== 'known' || found.has('known'));
  const byId = (id) => document.getElementById(id);

  function describeRun() {
    const { target, summary, level, seed, partial, started, stale = [] } = report;
    const rules = (count) => (count === 1 ? '1 rule' : `${count} rules`);
    const verdict = summary.fail
      ? `${rules(summary.fail)} failed, ${report.causes.length === 1 ? '1 cause' : `${report.causes.length} causes`}`
      : summary.error
        ? `${rules(summary.error)} with an error`
        : `${rules(summary.pass)} passed, none failed`;
    document.title = `${target.host}: ${verdict}`;
    byId('target').textContent = `${target.host} at ${target.url}`;
    byId('verdict').textContent = verdict;
    byId('run').textContent =
      `${started}, level ${level}, seed ${seed}: ${summary.requests} requests, ${summary.spent_usd} USD spent, ${summary.seconds} s`;
    const notes = [
      partial,
      ...stale.map((rule) => `${rule} is listed in the baseline, but passes: remove it from the baseline.`),
    ];
    byId('partial').hidden = !notes.some(Boolean);
    byId('partial').textContent = notes.filter(Boolean).join(' ');
  }

  function fillSummary(areas) {
    const row = (label, results) => [
      label,
      ...kinds.map((kind) => String(results.filter((result) => kindOf(result) === kind).length)),
    ];
    const own = (area) => report.results.filter((result) => result.area === area);
    const rows = [...areas.map((area) => row(area, own(area))), row('all', report.results)];
    fillTable('summary', ['area', ...kinds.map((kind) => labels[kind])], rows);
  }

  function term(name, content) {
    if (content === undefined || content === '') return [];
    return [element('dt', { textContent: name }), element('dd', {}, content)];
  }

  function code(value) {
    if (value === undefined) return undefined;
    return element('pre', { textContent: typeof value === 'string' ? value : JSON.stringify(value, null, 2) });
  }

  function evidence(result) {
    const sources = result.statements.map((id) =>
      element(
        'div',
        {},
        element('strong', { textContent: id }),
        ` ${statements[id]?.section ?? ''}: ${statements[id]?.text ?? ''}`,
      ),
    );
    return element(
      'dl',
      {},
      ...term('Detail', result.detail),
      ...term('Expected', code(result.expected)),
      ...term('Actual', code(result.actual)),
      ...term('Where', result.at && `JSON pointer ${result.at}`),
      ...term('Sequence', code(result.sequence?.join('\n'))),
      ...term('Request', result.sequence ? undefined : code(result.curl)),
      ...term('Repeat', code(result.repeat)),
      ...term('Statements', sources.length > 0 ? element('div', {}, ...sources) : undefined),
      ...term('Known failure', result.known),
      ...term('Response', code(responseOf(result))),
      ...term('Payment', code(result.exchange?.request.payment)),
      ...term('History', historyOf(result.rule)),
      ...term('Tier', result.tier),
      ...term('Operation', result.operation),
    );
  }

  function responseOf({ exchange }) {
    if (!exchange) return undefined;
    const { status, headers, body } = exchange.answer;
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    return [`${status}`, ...lines, '', body].join('\n');
  }

  function historyOf(rule) {
    const changes = (report.history?.changes ?? []).filter((change) => change.rule === rule);
    if (changes.length === 0) return undefined;
    return changes.map(({ at, from, to }) => `${labels[from]} → ${labels[to]} (${at})`).join('; ');
  }

  function entry(result) {
    const kind = kindOf(result);
    const details = element(
      'details',
      { className: kind, id: result.rule },
      element(
        'summary',
        {},
        element('span', { className: 'badge', textContent: labels[kind] }),
        element('span', { className: 'rule-id', textContent: result.rule }),
        element('span', { className: 'rule-text', textContent: result.summary }),
      ),
    );
    // Evidence is rendered when it is first opened: there may be thousands of rules.
    details.addEventListener('toggle', () => details.children.length === 1 && details.append(evidence(result)));
    details.open = kind === 'fail';
    return details;
  }

  function searchTextOf(result) {
    const quoted = result.statements.map((id) => `${id} ${statements[id]?.text ?? ''}`);
    return [result.rule, result.summary, result.detail, result.operation, ...quoted].join(' ').toLowerCase();
  }

  function addFilters(areas) {
    for (const kind of kinds) {
      const count = report.results.filter((result) => kindOf(result) === kind).length;
      const box = element('input', { type: 'checkbox', name: 'verdict', value: kind, checked: true });
      byId('verdicts').append(element('label', {}, box, ` ${labels[kind]} (${count})`));
    }
    byId('area').append(...areas.map((area) => element('option', { value: area, textContent: area })));
  }

  const areas = [...new Set(report.results.map(({ area }) => area))].sort();
  describeRun();
  fill(data, kindOf);
  fillSummary(areas);
  addFilters(areas);
  const entries = report.results
    .map((result) => ({ kind: kindOf(result), area: result.area, text: searchTextOf(result), node: entry(result) }))
    .sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind));
  byId('rules').append(...entries.map(({ node }) => node));

  function applyFilters() {
    const wanted = new Set([...document.querySelectorAll('input[name=verdict]:checked')].map(({ value }) => value));
    const area = byId('area').value;
    const terms = byId('search').value.toLowerCase().split(/\s+/);
    let shown = 0;
    for (const { kind, area: own, text, node } of entries) {
      node.hidden = !(wanted.has(kind) && (area === '' || own === area) && terms.every((each) => text.includes(each)));
      if (!node.hidden) shown += 1;
    }
    byId('count').textContent = `${shown} of ${entries.length} rules`;
  }
  byId('filters').addEventListener('input', applyFilters);
  byId('filters').addEventListener('submit', (event) => event.preventDefault());
  applyFilters();
})();
