// Plain JavaScript: a browser reads it as it is, from a clone and from the package. The only script of the pages of unveil serve: it sends files unchanged
// and shows the progress of a command. It writes text, never markup.

for (const form of document.querySelectorAll('form[data-send]')) sending(form);
for (const place of document.querySelectorAll('[data-state]')) following(place);
for (const form of document.querySelectorAll('form[data-preview]')) previewing(form);

function sending(form) {
  const inputs = [...form.querySelectorAll('input[type=file]')];
  const problem = form.querySelector('[data-problem]');
  const busy = form.querySelector('[data-sending]');
  const button = form.querySelector('button[type=submit]');

  // Files dropped anywhere on the page: placed by name if the name tells their role, else in the first free place.
  let over = 0;
  const holdsFiles = (event) => event.dataTransfer !== null && [...event.dataTransfer.types].includes('Files');
  addEventListener('dragenter', (event) => {
    if (!holdsFiles(event)) return;
    over += 1;
    form.classList.add('is-over');
  });
  addEventListener('dragleave', () => {
    over = Math.max(0, over - 1);
    if (over === 0) form.classList.remove('is-over');
  });
  addEventListener('dragover', (event) => holdsFiles(event) && event.preventDefault());
  addEventListener('drop', async (event) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    over = 0;
    form.classList.remove('is-over');
    const files = [...event.dataTransfer.files];
    const beside = await namedByRoles(files);
    for (const file of files) {
      const place = beside.has(file.name) ? inputs.find(({ multiple }) => multiple) : placeFor(inputs, file.name);
      if (place === undefined) continue;
      const held = new DataTransfer();
      if (place.multiple) for (const earlier of place.files) held.items.add(earlier);
      held.items.add(file);
      place.files = held.files;
      place.closest('details')?.setAttribute('open', '');
    }
  });

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    problem.textContent = '';
    const files = inputs.flatMap((input) => [...input.files].map((file) => [input.dataset.role, file]));
    const large = files.find(([, file]) => file.size > Number(form.dataset.limit));
    if (large !== undefined) {
      problem.textContent = `${large[1].name} is larger than this page takes; unveil audit on the command line takes any size, and unveil serve --max-upload more.`;
      return;
    }
    button.disabled = true;
    busy.hidden = false;
    try {
      const task = await post(form.dataset.send, new URLSearchParams({ kind: form.dataset.kind }));
      const total = files.reduce((sum, [, file]) => sum + file.size, 0) || 1;
      let before = 0;
      for (const [role, file] of files) {
        await put(`${task.at}/files/${role}?name=${encodeURIComponent(file.name)}`, file, (sent) => {
          busy.querySelector('progress').value = (before + sent) / total;
        });
        before += file.size;
      }
      await post(`${task.at}/look`, new URLSearchParams());
      location.assign(task.at);
    } catch (error) {
      problem.textContent = error.message;
      button.disabled = false;
      busy.hidden = true;
    }
  });
}

function placeFor(inputs, name) {
  const named = inputs.find((input) => name.toLowerCase().includes(input.dataset.role));
  return named ?? inputs.find((input) => input.files.length === 0 && input.closest('details') === null);
}

/** The files named by the roles of a table of people, if a roles file is among them. */
async function namedByRoles(files) {
  const roles = files.find(({ name }) => /roles.*\.json$/i.test(name));
  try {
    const { columns } = JSON.parse(await roles.text());
    return new Set(Object.values(columns).map(({ hierarchy }) => String(hierarchy).split('/').at(-1)));
  } catch {
    // No roles; a command that reads wrong roles reports them.
    return new Set();
  }
}

async function post(url, body) {
  const response = await fetch(url, { method: 'POST', body, headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error((await response.text()).trim());
  return response.json();
}

/** Older than fetch, and able to report how much was sent. */
function put(url, file, progress) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.upload.addEventListener('progress', (event) => progress(event.loaded));
    request.addEventListener('load', () => (request.status < 300 ? resolve() : reject(new Error(request.responseText.trim()))));
    request.addEventListener('error', () => reject(new Error(`${file.name} could not be sent: is unveil serve still running?`)));
    request.open('PUT', url);
    request.send(file);
  });
}

/** Shows the result of reading a table whenever a column's role or the sheet changes. */
function previewing(form) {
  const tried = form.querySelector('[data-tried]');
  const asks = form.querySelector('[data-asks]');
  form.addEventListener('change', async (event) => {
    const body = new URLSearchParams(new FormData(form));
    body.set('preview', 'yes');
    tried.textContent = 'Looking at it ...';
    try {
      await post(form.action, body);
      let state;
      do {
        await new Promise((resolve) => setTimeout(resolve, 200));
        state = await (await fetch(`${form.dataset.preview}/state`)).json();
      } while (state.busy);
      // Another sheet has other columns.
      if (event.target.name === 'sheet') return location.reload();
      const { table, problem } = state;
      tried.textContent = problem ?? table.said;
      asks.replaceChildren(
        ...[...table.asks, ...table.exposes].map((text) => Object.assign(document.createElement('li'), { textContent: text })),
      );
      asks.hidden = asks.childElementCount === 0;
      for (const [at, { why }] of table.columns.entries()) form.querySelector(`[data-why="${at}"]`).textContent = why;
    } catch (error) {
      tried.textContent = error.message;
    }
  });
}

function following(place) {
  const now = place.querySelector('[data-now]');
  const times = place.querySelector('[data-times]');
  const bar = place.querySelector('progress');
  const title = document.title;
  const ask = async () => {
    let state;
    try {
      const response = await fetch(place.dataset.state);
      if (!response.ok) throw new Error();
      state = await response.json();
    } catch {
      now.textContent = 'unveil serve does not answer any more.';
      return;
    }
    if (!state.busy) {
      location.reload();
      return;
    }
    const what = [state.which, state.name].filter((part) => part !== '').join(': ');
    // A screen reader announces changes only.
    if (what !== '' && now.textContent !== what) now.textContent = what;
    times.textContent = [state.count, state.times].filter((part) => part !== '').join(', ');
    if (state.share === null) bar.removeAttribute('value');
    else bar.value = state.share;
    document.title = state.which === '' ? title : `${state.which} · ${title}`;
    setTimeout(ask, 400);
  };
  ask();
}
