import { type Catalog, type Family, kindKey, namedKinds } from '@sitrep/status'

/** What shapes the page. */
export interface OverviewOptions {
  readonly catalog: Catalog
  readonly families: readonly Pick<Family, 'knowledge'>[]
}

// Those that can stand for anything.
const usualTypes = ['Available', 'Ready']

/** One page that shows what the read-only API says, live. Everything from objects is set as text, never as markup. */
export function overviewPage({ catalog, families }: OverviewOptions): string {
  const tells = families.flatMap(({ knowledge = [] }) => knowledge.flatMap((each) => each.tells ?? []))
  const verdicts = [...new Set([...usualTypes, ...tells])]
  // What rests on others stands above them.
  const order = namedKinds(catalog).map(kindKey).reverse()
  return page(scriptText(verdicts), scriptText(order))
}

const scriptText = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

const page = (verdicts: string, order: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Sitrep</title>
<style>
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
  body { margin: 2rem auto; max-width: 70rem; padding: 0 1rem }
  table { border-collapse: collapse; width: 100% }
  td, th { text-align: left; padding: .3rem .8rem .3rem 0; vertical-align: top; border-bottom: 1px solid #8884 }
  .True { color: #188038 } .False { color: #d93025 } .Unknown { color: #b06000 }
  pre { margin: 0; white-space: pre-wrap; font: inherit; opacity: .75 }
</style>
<h1>Sitrep</h1>
<p id="state">Reading …</p>
<table id="wrong" hidden><thead><tr><th>What is wrong<th>Since<th>First cause</tr></thead><tbody id="causes"></tbody></table>
<h2>Everything</h2>
<table><thead><tr><th>Object<th>Verdict<th>Since<th>Why</tr></thead><tbody id="rows"></tbody></table>
<script type="module">
  const verdicts = ${verdicts}
  const order = ${order}
  const objects = new Map()
  const kindOf = (ref) => ref.kind + (ref.group ? '.' + ref.group : '')
  // Kinds that the order does not name, found at run time, stand below those that it does.
  const rankOf = (ref) => String((order.indexOf(kindOf(ref)) + 1 || order.length + 1)).padStart(4, '0')
  const keyOf = (ref) => [rankOf(ref), ref.namespace, ref.name, kindOf(ref)].join('|')
  const cell = (text, name) => { const td = document.createElement('td'); td.textContent = text; if (name) td.className = name; return td }
  function show() {
    const rows = [...objects].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, { ref, status }]) => {
      const conditions = status?.conditions ?? []
      const verdict = verdicts.map((type) => conditions.find((found) => found.type === type)).find(Boolean)
      const tr = document.createElement('tr')
      const why = document.createElement('td')
      const pre = document.createElement('pre')
      pre.textContent = verdict?.message ?? ''
      why.append(pre)
      tr.append(cell(nameOf(ref)),
        cell(verdict ? verdict.type + ' ' + verdict.status : 'nothing yet', verdict?.status),
        cell(verdict?.lastTransitionTime ?? ''), why)
      return tr
    })
    document.getElementById('rows').replaceChildren(...rows)
    later()
  }
  const nameOf = (ref) => ref.kind + ' ' + (ref.namespace ? ref.namespace + '/' : '') + ref.name
  // Asked again once the world has been calm for a moment, or has been busy for long.
  let asking, first
  function later() {
    first ??= Date.now()
    clearTimeout(asking)
    asking = setTimeout(look, Math.max(0, Math.min(400, first + 3000 - Date.now())))
  }
  async function look() {
    first = undefined
    const { items } = await (await fetch('/api/v1/trouble')).json()
    const wrong = items.filter((item) => item.wrong)
    document.getElementById('wrong').hidden = wrong.length === 0
    document.getElementById('causes').replaceChildren(...wrong.map(({ object, since, sentence, gravity }) => {
      const tr = document.createElement('tr')
      tr.append(cell(nameOf(object), gravity === 'wrong' ? 'False' : 'Unknown'), cell(since ?? ''), cell(sentence))
      return tr
    }))
    const state = wrong.length === 0 ? 'nothing is wrong' : wrong.length === 1 ? 'one thing is wrong' : wrong.length + ' things are wrong'
    document.getElementById('state').textContent = objects.size + ' objects, ' + state
  }
  const { items } = await (await fetch('/api/v1/objects')).json()
  for (const item of items) objects.set(keyOf(item.ref), item)
  show()
  new EventSource('/api/v1/changes').addEventListener('status', ({ data }) => {
    const change = JSON.parse(data)
    if (change.status === null) objects.delete(keyOf(change.ref))
    else objects.set(keyOf(change.ref), change)
    show()
  })
</script>
</html>
`
