// Runs in the reader's browser, from file:// as well; it reads the data embedded in the page and nothing else.
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const { report, labels } = data;
  const { fillTable, fill } = globalThis.sections;
  const kindOf = ({ verdict, tier, known }) =>
    verdict !== 'fail' ? verdict : known !== undefined ? 'known' : tier === 'must' ? 'fail' : 'info';
  const found = new Set(report.results.map(kindOf));
  // Only runs with a baseline have known failures.
  const kinds = Object.keys(labels).filter((kind) => kind !== 'known' || found.has('known'));
  const byId = (id) => document.getElementById(id);

  function describeRun() {
    const { target, summary, level, seed, partial, started, causes, coverage, stale = [] } = report;
    const rules = (count) => (count === 1 ? '1 rule' : `${count} rules`);
    const verdict = summary.fail
      ? `${rules(summary.fail)} failed, ${causes.length === 1 ? '1 cause' : `${causes.length} causes`}`
      : summary.error
        ? `${rules(summary.error)} with an error`
        : `${rules(summary.pass)} passed, none failed`;
    document.title = `${target.host}: ${verdict}`;
    byId('target').textContent = `${target.host} at ${target.url}`;
    byId('verdict').textContent = verdict;
    byId('covered').textContent = `${coverage.judged} of ${coverage.stated} stated rules judged.`;
    byId('run').textContent =
      `${started.slice(0, 16).replace('T', ' ')} UTC, level ${level}, seed ${seed}: ${summary.requests} requests, ${summary.spent_usd} USD spent, ${summary.seconds} s`;
    const notes = [
      partial,
      ...stale.map((rule) => `${rule} is listed in the baseline, but passes: remove it from the baseline.`),
    ];
    byId('partial').hidden = !notes.some(Boolean);
    byId('partial').textContent = notes.filter(Boolean).join(' ');
  }

  function fillSummary() {
    const shares = new Map(report.coverage.areas.map((each) => [each.area, each]));
    const row = (label, results, share) => [
      label,
      ...kinds.map((kind) => String(results.filter((result) => kindOf(result) === kind).length)),
      share ? `${share.judged} of ${share.stated}` : '',
    ];
    const areas = Map.groupBy(report.results, ({ area }) => area);
    const rows = [
      row('all', report.results, report.coverage),
      ...[...areas].sort().map(([area, own]) => row(area, own, shares.get(area))),
    ];
    fillTable('summary', ['area', ...kinds.map((kind) => labels[kind]), 'stated rules judged'], rows);
  }

  describeRun();
  fillSummary();
  fill(data, kindOf);
  globalThis.rules.list(data, kinds, kindOf);
})();
