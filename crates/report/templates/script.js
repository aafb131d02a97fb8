// Steps through the trace of a finding, and copies texts. All that it shows is on the page already and is taken as text; without
// it the page shows all of it at once.
(() => {
  const rows = [...document.querySelectorAll('.traces tbody tr')];
  const lines = new Map([...document.querySelectorAll('.excerpt tr[data-line]')].map((row) => [row.dataset.line, row]));
  const names = [...document.querySelectorAll('.traces thead th')].slice(1).map((head) => head.firstChild.textContent.trim());
  const bar = document.querySelector('.stepper');
  let at = -1;

  // What a debugger shows of its innermost variables, in a few words.
  const values = (cell) => [...cell.querySelectorAll('.variables li')].slice(0, 6).map((it) => it.textContent).join(', ');

  function mark(row) {
    document.querySelectorAll('.excerpt .now').forEach((it) => it.remove());
    const set = row.dataset.breakpoints.split(' ');
    lines.forEach((line, number) => {
      line.classList.remove('at');
      line.cells[0].textContent = set.includes(number) ? '●' : '';
    });
    row.dataset.lines.split(' ').forEach((number, debuggerNumber) => {
      const line = lines.get(number);
      if (!line) return;
      const note = document.createElement('span');
      note.className = 'place now';
      note.textContent = `◂ ${names[debuggerNumber]}: ${values(row.cells[debuggerNumber + 1]) || 'here'}`;
      line.classList.add('at');
      line.cells[2].append(note);
      line.scrollIntoView({ block: 'nearest' });
    });
  }

  function show(next) {
    at = Math.max(0, Math.min(rows.length - 1, next));
    rows.forEach((row, number) => { row.hidden = number !== at; });
    document.querySelector('.excerpt').classList.add('stepping');
    bar.querySelector('output').textContent = `${at + 1} of ${rows.length}: ${rows[at].dataset.action}`;
    mark(rows[at]);
  }

  if (bar && rows.length) {
    bar.hidden = false;
    const [first, previous, next, last] = bar.querySelectorAll('button');
    first.onclick = () => show(0);
    previous.onclick = () => show(at - 1);
    next.onclick = () => show(at + 1);
    last.onclick = () => show(rows.length - 1);
    bar.onkeydown = ({ key }) => {
      if (key === 'ArrowLeft') show(at - 1);
      if (key === 'ArrowRight') show(at + 1);
    };
  }

  // Where the clipboard is not to be had, as on some pages from a disk, the text is selected and copied in the old way.
  async function copy(button) {
    const from = document.getElementById(button.dataset.from);
    try {
      await navigator.clipboard.writeText(from.textContent);
    } catch {
      getSelection().selectAllChildren(from);
      document.execCommand('copy');
    }
    button.textContent = 'Copied';
  }
  for (const button of document.querySelectorAll('button.copy')) {
    button.hidden = false;
    button.onclick = () => copy(button);
  }
})();
