'use strict';

const root = document.body.dataset.root ?? '';

function searchBox() {
  const input = document.getElementById('search');
  const list = document.getElementById('found');
  let chosen = -1;

  function choose(index) {
    const items = [...list.children];
    chosen = items.length === 0 ? -1 : (index + items.length) % items.length;
    items.forEach((item, at) => item.setAttribute('aria-selected', String(at === chosen)));
    items[chosen]?.scrollIntoView({ block: 'nearest' });
    if (items[chosen]) input.setAttribute('aria-activedescendant', items[chosen].id);
    else input.removeAttribute('aria-activedescendant');
  }

  function show() {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = words.length === 0 ? [] : rank(words).slice(0, 30);
    list.replaceChildren(
      ...found.map(([title, text, address], index) => {
        const item = document.createElement('li');
        item.id = `found-${index}`;
        item.role = 'option';
        const link = document.createElement('a');
        link.href = root + address;
        link.tabIndex = -1;
        const detail = document.createElement('small');
        detail.textContent = text.slice(0, 140);
        link.append(title, detail);
        item.append(link);
        return item;
      }),
    );
    list.hidden = found.length === 0;
    input.setAttribute('aria-expanded', String(!list.hidden));
    choose(-1);
    chosen = -1;
  }

  function rank(words) {
    const matches = globalThis.searchable.filter(([title, text]) => {
      const whole = `${title} ${text}`.toLowerCase();
      return words.every((word) => whole.includes(word));
    });
    const score = ([title]) => (title.toLowerCase() === words.join('-') ? 0 : title.toLowerCase().includes(words[0]) ? 1 : 2);
    return matches.sort((one, other) => score(one) - score(other));
  }

  input.addEventListener('input', show);
  input.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') choose(chosen + 1);
    else if (event.key === 'ArrowUp') choose(chosen - 1);
    else if (event.key === 'Escape') {
      input.value = '';
      show();
    } else if (event.key === 'Enter') list.children[Math.max(chosen, 0)]?.querySelector('a').click();
    else return;
    event.preventDefault();
  });
}

function calculator(section) {
  const form = section.querySelector('form');
  const output = section.querySelector('.quote');
  const table = section.querySelector('.breakdown');
  const issues = section.querySelector('.issues');
  const whole = form.elements.namedItem('call');

  /** Writes one field of the form into the call. */
  function write(field) {
    const [part, name] = field.name.split('.');
    const call = JSON.parse(whole.value);
    const own = { ...call[part] };
    if (field.value === '') delete own[name];
    else own[name] = valueOf(field);
    whole.value = JSON.stringify({ ...call, [part]: own }, null, 2);
  }

  function valueOf({ dataset: { type }, value }) {
    if (type === 'boolean') return value === 'true';
    const number = Number(value);
    return type === 'string' || Number.isNaN(number) ? value : number;
  }

  function show(text, parts = {}, mistakes = []) {
    output.textContent = text;
    table.hidden = Object.keys(parts).length === 0;
    table.tBodies[0].replaceChildren(
      ...Object.entries(parts).map(([name, amount]) => {
        const row = document.createElement('tr');
        const head = document.createElement('th');
        const cell = document.createElement('td');
        head.scope = 'row';
        head.textContent = name;
        cell.textContent = amount;
        row.append(head, cell);
        return row;
      }),
    );
    issues.replaceChildren(
      ...mistakes.map((mistake) => {
        const item = document.createElement('li');
        item.textContent = mistake;
        return item;
      }),
    );
  }

  function calculate() {
    try {
      const host = form.elements.namedItem('host').value;
      const { usd, breakdown, issues: found } = globalThis.quote(host, section.dataset.operation, JSON.parse(whole.value));
      if (found) show('The call is not valid.', {}, found);
      else show(`${usd} USD`, breakdown);
    } catch (error) {
      show('No price.', {}, [error.message]);
    }
  }

  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', ({ target }) => {
    try {
      if (target !== whole && target.name !== 'host') write(target);
    } catch {
      // What is wrong with the JSON of the call is said where the price would be.
    }
    calculate();
  });
  calculate();
}

searchBox();
for (const section of document.querySelectorAll('.calculator')) calculator(section);
