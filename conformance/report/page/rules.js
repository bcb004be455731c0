// Runs in the browser before page.js: every rule, folded by what it is about, with filters.
globalThis.rules = (() => {
  const { element, show } = globalThis.evidence;
  const byId = (id) => document.getElementById(id);

  /** Groups open by themselves where no more results are shown. */
  const few = 30;

  function entryOf(result, kind, data) {
    const details = element(
      'details',
      { className: `rule ${kind}`, id: result.rule },
      element(
        'summary',
        {},
        element('span', { className: 'badge', textContent: data.labels[kind] }),
        element('span', { className: 'rule-id', textContent: result.rule }),
        element('span', { className: 'rule-text', textContent: result.summary }),
      ),
    );
    // Evidence is rendered when it is first opened: there may be thousands of rules.
    details.addEventListener('toggle', () => details.children.length === 1 && details.append(show(result, data)));
    return details;
  }

  function searchTextOf({ rule, summary, detail, operation, statements }, data) {
    const quoted = statements.flatMap((id) => [id, data.statements[id]?.section, data.statements[id]?.text]);
    return [rule, summary, detail, operation, ...quoted].join(' ').toLowerCase();
  }

  /** The operation or area that some results are about. */
  class Group {
    constructor(name, entries, data) {
      this.name = name;
      this.entries = entries;
      this.data = data;
      this.counts = element('span', { className: 'counts' });
      const title = element('summary', {}, element('span', { className: 'rule-id', textContent: name }), this.counts);
      this.node = element('details', { className: 'group' }, title);
      this.node.addEventListener('toggle', () => this.node.open && this.fill());
    }

    /** Puts the entries in the page, which takes a while for all of them. */
    fill() {
      if (this.node.children.length > 1) return;
      for (const entry of this.entries) entry.node = entryOf(entry.result, entry.kind, this.data);
      this.node.append(...this.entries.map(({ node }) => node));
      this.hideOthers();
    }

    hideOthers() {
      for (const { node, matches } of this.entries) if (node) node.hidden = !matches;
    }

    /** Keeps what matches; returns how many do. */
    filter(isWanted) {
      for (const entry of this.entries) entry.matches = isWanted(entry);
      const left = this.entries.filter(({ matches }) => matches);
      const found = Map.groupBy(left, ({ kind }) => kind);
      this.counts.replaceChildren(
        ...Object.keys(this.data.labels)
          .filter((kind) => found.has(kind))
          .flatMap((kind) => [
            element('span', {
              className: `badge ${kind}`,
              textContent: `${found.get(kind).length} ${this.data.labels[kind]}`,
            }),
            ' ',
          ]),
      );
      this.node.hidden = left.length === 0;
      this.hideOthers();
      return left.length;
    }
  }

  function addFilters(areas, kinds, { report, labels }, kindOf) {
    for (const kind of kinds) {
      const count = report.results.filter((result) => kindOf(result) === kind).length;
      const box = element('input', { type: 'checkbox', name: 'verdict', value: kind, checked: true });
      byId('verdicts').append(element('label', {}, box, ` ${labels[kind]} (${count})`));
    }
    byId('area').append(...areas.map((area) => element('option', { value: area, textContent: area })));
  }

  function applyFilters(groups, total) {
    const wanted = new Set([...document.querySelectorAll('input[name=verdict]:checked')].map(({ value }) => value));
    const area = byId('area').value;
    const terms = byId('search').value.toLowerCase().split(/\s+/);
    const isWanted = ({ kind, result, text }) =>
      wanted.has(kind) && (area === '' || result.area === area) && terms.every((each) => text.includes(each));
    const shown = groups.reduce((sum, group) => sum + group.filter(isWanted), 0);
    byId('count').textContent = `${shown} of ${total} rules`;
    if (shown > few) return;
    for (const group of groups) {
      group.fill();
      group.node.open = true;
    }
  }

  /** Opens the rule that the address names, and what it is folded into. */
  function openNamed(groups) {
    const rule = decodeURIComponent(location.hash.slice(1));
    const group = groups.find(({ entries }) => entries.some(({ result }) => result.rule === rule));
    if (!group) return;
    group.fill();
    group.node.open = true;
    const { node } = group.entries.find(({ result }) => result.rule === rule);
    node.hidden = false;
    group.node.hidden = false;
    node.open = true;
    node.scrollIntoView();
  }

  return {
    list(data, kinds, kindOf) {
      const { results } = data.report;
      const entries = results
        .map((result) => ({ result, kind: kindOf(result), text: searchTextOf(result, data) }))
        .sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind));
      const owners = Map.groupBy(entries, ({ result }) => result.operation ?? `area ${result.area}`);
      const worst = ([first]) => kinds.indexOf(first.kind);
      const groups = [...owners]
        .sort(([a, one], [b, other]) => worst(one) - worst(other) || (a < b ? -1 : 1))
        .map(([name, own]) => new Group(name, own, data));
      byId('rules').append(...groups.map(({ node }) => node));
      addFilters([...new Set(results.map(({ area }) => area))].sort(), kinds, data, kindOf);
      const apply = () => applyFilters(groups, results.length);
      byId('filters').addEventListener('input', apply);
      byId('filters').addEventListener('submit', (event) => event.preventDefault());
      addEventListener('hashchange', () => openNamed(groups));
      apply();
      openNamed(groups);
    },
  };
})();
