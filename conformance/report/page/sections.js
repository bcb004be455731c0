// Runs in the reader's browser before page.js: what the page shows besides its rules.
globalThis.sections = (() => {
  const byId = (id) => document.getElementById(id);

  function element(name, properties, ...children) {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children.flat().filter((child) => child !== undefined && child !== null));
    return made;
  }

  /** A table; the first cell of a row is its heading, and columns after `texts` hold numbers. */
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

  /** What scrolls sideways has to be reached by the keyboard. */
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

  /** For each section of the documents how many of its statements are kept, broken or open. */
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
      const broken = count('fail', 'known');
      const kept = count('pass');
      const share = element('meter', { min: 0, max: own.length, value: kept + broken });
      share.setAttribute('aria-label', `${kept + broken} of ${own.length} statements judged`);
      return [section, share, String(own.length), String(kept), String(broken), String(own.length - kept - broken)];
    });
    fillTable('coverage', ['section', 'judged', 'statements', 'kept', 'broken', 'not judged'], rows, 2);
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
        transaction ?? (state === 'open' ? 'not known' : 'none told'),
        time,
        usd,
      ]),
      4,
    );
  }

  function pastRuns({ report, words }) {
    const { history } = report;
    if (!show('history', history !== undefined)) return;
    const { runs, since, changes } = history;
    byId('history-text').textContent = `${runs} runs since ${since}: ${changes.length} changed verdicts.`;
    byId('changes').hidden = changes.length === 0;
    const rows = changes.toReversed().map(({ at, rule, from, to }) => [rule, words[from], words[to], at]);
    fillTable('changes', ['rule', 'was', 'is', 'run of'], rows, 4);
  }

  /** The drawing, and the same as a list for who does not see it. */
  function drawMachines({ machines, words }) {
    if (!show('machines', machines.length > 0)) return;
    for (const { id, summary, svg, transitions } of machines) {
      const seen = transitions.filter(({ word }) => word === 'pass').length;
      const drawing = element('div', { className: 'scroll drawing', innerHTML: svg });
      drawing.setAttribute('aria-label', `Diagram of ${id}`);
      const list = transitions.map(({ text, word }) =>
        element('li', {}, element('span', { className: `badge ${word}`, textContent: words[word] }), ` ${text}`),
      );
      const details = element(
        'details',
        {},
        element('summary', { textContent: 'Its transitions as a list' }),
        element('ul', {}, list),
      );
      const title = element('h3', { textContent: id });
      byId('machines').append(
        element(
          'article',
          {},
          title,
          element('p', {
            textContent: `${summary}. ${seen} of ${transitions.length} transitions were taken and behaved.`,
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
      coverage(data, kindOf);
      spending(data);
      pastRuns(data);
      drawMachines(data);
      reachScrollers();
    },
  };
})();
