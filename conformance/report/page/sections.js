// Runs in the browser before page.js: every section except the list of rules.
globalThis.sections = (() => {
  const byId = (id) => document.getElementById(id);

  function element(name, properties, ...children) {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children.flat().filter((child) => child !== undefined && child !== null));
    return made;
  }

  /** Fills a table; the first cell of a row is its heading, and columns after `texts` contain numbers. */
  function fillTable(id, heads, rows, texts = 1) {
    const side = (index) => (index < texts ? 'text' : 'number');
    const head = heads.map((text, index) => element('th', { scope: 'col', className: side(index), textContent: text }));
    const cell = (content, index) =>
      element(index === 0 ? 'th' : 'td', { className: side(index), ...(index === 0 && { scope: 'row' }) }, content);
    byId(id).append(
      element('thead', {}, element('tr', {}, head)),
      element(
        'tbody',
        {},
        rows.map((cells) => element('tr', {}, cells.map(cell))),
      ),
    );
  }

  /** Makes areas that scroll sideways reachable by keyboard. */
  function reachScrollers() {
    for (const box of document.querySelectorAll('section .scroll')) {
      box.tabIndex = 0;
      box.setAttribute('role', 'group');
      if (!box.hasAttribute('aria-label'))
        box.setAttribute('aria-labelledby', `${box.closest('section').id.replace('-section', '')}-title`);
    }
  }

  function show(id, wanted) {
    byId(`${id}-section`).hidden = !wanted;
    document.querySelector(`nav a[href="#${id}-title"]`).hidden = !wanted;
    return wanted;
  }

  /** What is wrong, once for each likely cause; a rule is named by a link to its evidence. */
  function causes({ report }) {
    if (!show('causes', report.causes.length > 0)) return;
    for (const { finding, rules } of report.causes) {
      const links = rules.map((rule) => element('a', { href: `#${rule}`, className: 'rule-id', textContent: rule }));
      const [first, ...others] = links.map((link) => element('li', {}, link));
      const title = element('summary', { textContent: `${others.length} more failed rules` });
      const more = others.length > 0 ? element('details', {}, title, element('ul', {}, others)) : undefined;
      byId('causes').append(element('li', {}, element('p', { textContent: finding }), element('ul', {}, first), more));
    }
  }

  /** For each section of the documents, how many of its statements pass, fail or have no verdict. */
  function coverage({ report, statements }, kindOf) {
    const worst = ['fail', 'known', 'error', 'pass', 'info', 'not-testable'];
    const found = new Map();
    for (const result of report.results) {
      for (const id of result.statements) {
        const rank = worst.indexOf(kindOf(result));
        if (rank < (found.get(id) ?? worst.length)) found.set(id, rank);
      }
    }
    const bySection = Map.groupBy([...found], ([id]) => statements[id]?.section ?? 'other');
    const rows = [...bySection].map(([section, own]) => {
      const count = (...kinds) => own.filter(([, rank]) => kinds.includes(worst[rank])).length;
      const failed = count('fail', 'known');
      const passed = count('pass');
      const share = element('meter', { min: 0, max: own.length, value: passed + failed });
      share.setAttribute('aria-label', `${passed + failed} of ${own.length} statements checked`);
      return [section, share, String(own.length), String(passed), String(failed), String(own.length - passed - failed)];
    });
    fillTable('coverage', ['section', 'checked', 'statements', 'pass', 'fail', 'not checked'], rows, 2);
    show('coverage', rows.length > 0);
  }

  function spending({ report, spend }) {
    if (!show('spend', spend.length > 0)) return;
    fillTable(
      'spend',
      ['operation', 'calls', 'USD'],
      [
        ...spend.map(({ operation, calls, usd }) => [operation, String(calls), usd]),
        ['all', String(report.settlements.length), report.summary.spent_usd],
      ],
    );
    fillTable(
      'payments',
      ['operation', 'payer', 'transaction', 'time', 'USD'],
      report.settlements.map(({ operation, usd, payer, transaction, time, state }) => [
        operation,
        payer,
        transaction ?? (state === 'open' ? 'unknown' : 'none'),
        time,
        usd,
      ]),
      4,
    );
  }

  function pastRuns({ report, labels }) {
    const { history } = report;
    if (!show('history', history !== undefined)) return;
    const { runs, since, changes } = history;
    byId('history-text').textContent = `${runs} runs since ${since}: ${changes.length} changed verdicts.`;
    byId('changes').hidden = changes.length === 0;
    const rows = changes.toReversed().map(({ at, rule, from, to }) => [rule, labels[from], labels[to], at]);
    fillTable('changes', ['rule', 'before', 'now', 'run'], rows, 4);
  }

  /** Each diagram, and its transitions as a list for readers who cannot see it. */
  function drawMachines({ machines, labels }) {
    if (!show('machines', machines.length > 0)) return;
    for (const { id, summary, svg, transitions } of machines) {
      const seen = transitions.filter(({ verdict }) => verdict === 'pass').length;
      const drawing = element('div', { className: 'scroll drawing', innerHTML: svg });
      drawing.setAttribute('aria-label', `Diagram of ${id}`);
      const list = transitions.map(({ text, verdict }) =>
        element('li', {}, element('span', { className: `badge ${verdict}`, textContent: labels[verdict] }), ` ${text}`),
      );
      const details = element(
        'details',
        {},
        element('summary', { textContent: 'Transitions as a list' }),
        element('ul', {}, list),
      );
      const title = element('h3', { textContent: id });
      byId('machines').append(
        element(
          'article',
          {},
          title,
          element('p', {
            textContent: `${summary}. ${seen} of ${transitions.length} transitions passed.`,
          }),
          drawing,
          details,
        ),
      );
    }
  }

  return {
    element,
    fillTable,
    fill(data, kindOf) {
      causes(data);
      coverage(data, kindOf);
      spending(data);
      pastRuns(data);
      drawMachines(data);
      reachScrollers();
    },
  };
})();
