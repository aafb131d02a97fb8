// Narrows the contents to what is looked for. Without it, the page shows all of it.
(() => {
  const field = document.querySelector('#search');
  const only = document.querySelector('#uncovered');
  const entries = [...document.querySelectorAll('.contents li')];
  const names = entries.map((it) => it.textContent.toLowerCase());
  function narrow() {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    entries.forEach((entry, number) => {
      const fits = words.every((word) => names[number].includes(word));
      entry.hidden = !fits || (only.checked && entry.dataset.whole === 'true');
    });
    document.querySelectorAll('.contents section').forEach((section) => {
      section.hidden = !section.querySelector('li:not([hidden])');
      if (words.length) section.querySelector('details').open = true;
    });
  }
  document.querySelector('.search').hidden = false;
  field.oninput = narrow;
  only.onchange = narrow;
})();
