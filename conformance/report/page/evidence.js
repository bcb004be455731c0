// Runs in the browser before the other scripts: how one result shows what it found.
globalThis.evidence = (() => {
  function element(name, properties, ...children) {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children.flat().filter((child) => child !== undefined && child !== null));
    return made;
  }

  function term(name, content) {
    if (content === undefined || content === '') return [];
    return [element('dt', { textContent: name }), element('dd', {}, content)];
  }

  function textOf(value) {
    return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  }

  function code(value) {
    return value === undefined ? undefined : element('pre', { textContent: textOf(value) });
  }

  /** A text whose part that differs from another is marked. */
  function marked(text, other) {
    const most = Math.min(text.length, other.length);
    let start = 0;
    while (start < most && text[start] === other[start]) start += 1;
    let end = 0;
    while (end < most - start && text.at(-1 - end) === other.at(-1 - end)) end += 1;
    const middle = text.slice(start, text.length - end);
    return element(
      'pre',
      {},
      text.slice(0, start),
      element('mark', { textContent: middle }),
      text.slice(start + middle.length),
    );
  }

  /** Both values side by side. */
  function compared({ expected, actual }) {
    if (expected === undefined || actual === undefined)
      return [...term('Expected', code(expected)), ...term('Actual', code(actual))];
    const [wanted, came] = [textOf(expected), textOf(actual)];
    // What a formula read is shown beside it; letters that differ mean nothing there.
    const isFormula = typeof expected === 'string' && typeof actual === 'object';
    const mark = isFormula ? (text) => code(text) : marked;
    const side = (title, pre) => element('div', {}, element('p', { className: 'side', textContent: title }), pre);
    const pair = element('div', { className: 'compared' });
    pair.append(side('Expected', mark(wanted, came)), side('Actual', mark(came, wanted)));
    return term('Values', pair);
  }

  /** Encoded challenges take a screen each; report.json has them whole. */
  const headerLength = 100;

  function responseOf({ exchange }) {
    if (!exchange) return undefined;
    const { status, headers, body } = exchange.answer;
    const lines = Object.entries(headers).map(([name, value]) =>
      value.length > headerLength
        ? `${name}: ${value.slice(0, headerLength)}… (${value.length} characters)`
        : `${name}: ${value}`,
    );
    return [`${status}`, ...lines, '', body].join('\n');
  }

  function historyOf(rule, { report, labels }) {
    const changes = (report.history?.changes ?? []).filter((change) => change.rule === rule);
    if (changes.length === 0) return undefined;
    return changes.map(({ at, from, to }) => `${labels[from]} → ${labels[to]} (${at})`).join('; ');
  }

  function quoted(ids, statements) {
    const sources = ids.map((id) => {
      const { section = '', text = '' } = statements[id] ?? {};
      return element('div', {}, element('strong', { textContent: id }), ` ${section}: ${text}`);
    });
    return sources.length > 0 ? element('div', {}, sources) : undefined;
  }

  function linkTo(id, text = id) {
    return element('a', { href: `#${id}`, className: 'rule-id', textContent: text });
  }

  const causeId = (index) => `cause-${index + 1}`;
  const unjudgedId = (index) => `unjudged-${index + 1}`;

  /** Where the page has said already what happened to a rule, so that it is not said twice. */
  function saidOf(rule, { causes, coverage }) {
    const has = ({ rules }) => rules.includes(rule);
    const cause = causes.findIndex(has);
    if (cause >= 0) return { name: 'Cause', id: causeId(cause), text: causes[cause].finding };
    const group = coverage.rest.findIndex(has);
    return group < 0 ? undefined : { name: 'Why', id: unjudgedId(group), text: coverage.rest[group].detail };
  }

  return {
    element,
    linkTo,
    causeId,
    unjudgedId,
    /** Everything that the report has on a result. */
    show(result, data) {
      const {
        detail,
        summary,
        at,
        sequence,
        curl,
        request_id: id,
        repeat,
        statements,
        known,
        tier,
        operation,
        exchange,
        observed,
        reason,
      } = result;
      const said = saidOf(result.rule, data.report);
      return element(
        'dl',
        {},
        ...(said ? term(said.name, linkTo(said.id, 'above')) : []),
        ...term('Detail', detail === summary || detail === said?.text ? undefined : detail),
        ...compared(result),
        ...term('Where', at && `JSON pointer ${at}`),
        ...term('Statements', quoted(statements, data.statements)),
        ...term('Sequence', code(sequence?.join('\n'))),
        ...term('Request', sequence ? undefined : code(curl)),
        ...term('Request id', id),
        ...term('Payment', code(exchange?.request.payment)),
        ...term('Response', code(responseOf(result))),
        ...term('Repeat', code(repeat)),
        ...term(
          'Responses seen',
          observed &&
            Object.entries(observed.responses)
              .map(([status, count]) => `${status} (${count})`)
              .join(', '),
        ),
        ...term('Not judged', reason),
        ...term('Known failure', known),
        ...term('History', historyOf(result.rule, data)),
        ...term('Tier', tier),
        ...term('Operation', operation),
      );
    },
  };
})();
