// Runs in the browser before page.js: every section except the list of rules.
globalThis.sections = (() => {
  const { element, linkTo, causeId, unjudgedId } = globalThis.evidence;
  const byId = (id) => document.getElementById(id);

  /** Fills a table; the first cell of a row is its heading, and columns after `texts` contain numbers. */
  function fillTable(id, heads, rows, texts = 1) {
    const side = (index) => (index < texts ? 'text' : 'number');
    const head = heads.map((text, index) => element('th', { scope: 'col', className: side(index), textContent: text }));
    const cell = (content, index) => {
      const kind = index === 0 ? 'th' : 'td';
      const made = element(kind, { className: side(index), ...(index === 0 && { scope: 'row' }) }, content);
      // On a phone a row is a list, each number with the head of its column.
      if (index > 0) made.dataset.head = heads[index];
      made.classList.toggle('zero', content === '0');
      return made;
    };
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

  /** What is wrong, once for each likely cause, with links to the rules that show it. */
  function causes({ report }) {
    if (!show('causes', report.causes.length > 0)) return;
    const entries = report.causes.map(({ finding, rules }, index) => entryOf(causeId(index), finding, rules));
    byId('causes').append(...entries);
  }

  /** What was not judged, once for each reason, with links to its rules; errors come first. */
  function unjudged({ report }) {
    const { rest } = report.coverage;
    if (!show('unjudged', rest.length > 0)) return;
    const entries = rest.map(({ detail, rules }, index) => entryOf(unjudgedId(index), detail, rules));
    const [errors, others] = [true, false].map((wanted) =>
      entries.filter((_, index) => (rest[index].reason === 'error') === wanted),
    );
    byId('unjudged').append(...errors, ...others);
  }

  /** A sentence with links to the rules that it is about; all but the first are folded. */
  function entryOf(id, sentence, [first, ...others]) {
    const title = element('strong', { textContent: sentence });
    const list = element(
      'ul',
      {},
      others.map((rule) => element('li', {}, linkTo(rule))),
    );
    const words = others.length === 1 ? '1 more rule' : `${others.length} more rules`;
    const more = element('details', {}, element('summary', { textContent: words }), list);
    return element('li', { id }, title, element('br', {}), linkTo(first), others.length > 0 ? more : undefined);
  }

  /** The sections of the documents as cells in the color of their worst verdict; a cell finds the rules of its section. */
  function map({ report, statements, labels }, kindOf) {
    const worst = ['fail', 'known', 'error', 'pass', 'info', 'not-testable'];
    const found = new Map();
    for (const result of report.results) {
      for (const id of result.statements) {
        const rank = worst.indexOf(kindOf(result));
        if (rank < (found.get(id) ?? worst.length)) found.set(id, rank);
      }
    }
    const shares = new Map(report.coverage.sections.map((each) => [each.section, each]));
    const bySection = Map.groupBy([...found].sort(), ([id]) => statements[id]?.section ?? 'other');
    for (const [section, own] of bySection) {
      const kind = worst[Math.min(...own.map(([, rank]) => rank))];
      const share = shares.get(section);
      const text = share ? `${labels[kind]}, ${share.judged} of ${share.stated} rules judged` : labels[kind];
      const cell = element(
        'button',
        { type: 'button', className: `cell ${kind}` },
        element('span', { className: 'cell-name', textContent: section }),
        element('span', { className: 'cell-text', textContent: text }),
      );
      cell.addEventListener('click', () => {
        byId('search').value = section;
        byId('search').dispatchEvent(new Event('input', { bubbles: true }));
        byId('rules-title').scrollIntoView();
      });
      byId('coverage').append(cell);
    }
    show('coverage', bySection.size > 0);
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
    byId('history-chart').append(chartOf(report));
    byId('history-text').textContent = `${runs} runs since ${since}: ${changes.length} changed verdicts.`;
    byId('changes').hidden = changes.length === 0;
    const rows = changes.toReversed().map(({ at, rule, from, to }) => [rule, labels[from], labels[to], at]);
    fillTable('changes', ['rule', 'before', 'now', 'run'], rows, 4);
  }

  /** The number of failed rules after each run that changed one, as a line. */
  function chartOf({ summary, history }) {
    const runs = [...Map.groupBy(history.changes, ({ at }) => at)].sort(([a], [b]) => (a < b ? 1 : -1));
    const counts = [summary.fail];
    for (const [, changes] of runs) {
      const more =
        changes.filter(({ to }) => to === 'fail').length - changes.filter(({ from }) => from === 'fail').length;
      counts.unshift(counts[0] - more);
    }
    const [wide, high, most] = [counts.length - 1 || 1, 40, Math.max(1, ...counts)];
    const points = counts.map((count, index) => `${(index / wide) * 300},${high - (count / most) * (high - 4) - 2}`);
    const chart = element('div', { className: 'chart' });
    const title = `Failed rules: ${counts.join(', ')}`;
    chart.innerHTML = `<svg viewBox="0 0 300 ${high}" role="img" aria-label="${title}"><polyline points="${points.join(' ')}"/></svg>`;
    return chart;
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
    fillTable,
    fill(data, kindOf) {
      causes(data);
      unjudged(data);
      map(data, kindOf);
      spending(data);
      pastRuns(data);
      drawMachines(data);
      reachScrollers();
    },
  };
})();
