import type { ObjectRef } from '@sitrep/status'

/** The views of one object, in the order in which they stand beside each other. */
export const tabs = ['tree', 'conditions', 'why', 'timeline', 'rules'] as const

export type Tab = (typeof tabs)[number]

/** What the fragment of an address asks for. */
export type Route =
  | { readonly page: 'fleet'; readonly query: URLSearchParams }
  | { readonly page: 'object'; readonly ref: ObjectRef; readonly tab: Tab; readonly query: URLSearchParams }
  | { readonly page: 'rules'; readonly kind?: { readonly group: string; readonly kind: string } }
  | { readonly page: 'events' }
  | { readonly page: 'nowhere' }

const absent = '-'
const part = (text: string | undefined): string =>
  text === undefined || text === '' ? absent : encodeURIComponent(text)
const optional = (text: string): string | undefined => (text === absent ? undefined : text)

/** The fragment that leads to the fleet, filtered so. */
export function fleetHref(query: URLSearchParams = new URLSearchParams()): string {
  const text = query.toString()
  return text === '' ? '#/' : `#/?${text}`
}

/** The fragment that leads to one view of an object. */
export function objectHref({ group, kind, namespace, name, cluster }: ObjectRef, tab: Tab = 'tree'): string {
  const where = [part(group), part(kind), part(namespace), part(name)].join('/')
  const view = tab === 'tree' ? '' : `/${tab}`
  const query = cluster === undefined || cluster === '' ? '' : `?${new URLSearchParams({ cluster })}`
  return `#/object/${where}${view}${query}`
}

/** The fragment that leads to the rules of a kind. */
export const rulesHref = ({ group, kind }: { readonly group: string; readonly kind: string }): string =>
  `#/rules/${part(group)}/${part(kind)}`

/** Reads a fragment. What leads nowhere is said to, never guessed. */
export function parseRoute(fragment: string): Route {
  const [path = '', search = ''] = split(fragment.replace(/^#/, ''))
  const query = new URLSearchParams(search)
  const words = path.split('/').filter((word, at) => at > 0 || word !== '')
  const decoded = words.map(decode)
  if (decoded.includes(undefined)) return { page: 'nowhere' }
  const [page = '', ...rest] = decoded as string[]
  switch (page) {
    case '':
      return rest.length === 0 ? { page: 'fleet', query } : { page: 'nowhere' }
    case 'object':
      return objectRoute(rest, query)
    case 'rules':
      return rulesRoute(rest)
    case 'events':
      return rest.length === 0 ? { page: 'events' } : { page: 'nowhere' }
    default:
      return { page: 'nowhere' }
  }
}

function objectRoute(words: readonly string[], query: URLSearchParams): Route {
  const [group, kind, namespace, name, tab = 'tree', ...more] = words
  const isTab = (tabs as readonly string[]).includes(tab)
  if (!group || !kind || !namespace || !name || !isTab || more.length > 0) return { page: 'nowhere' }
  const [scope, cluster] = [optional(namespace), query.get('cluster') ?? '']
  const ref = {
    group: optional(group) ?? '',
    kind,
    ...(scope === undefined ? {} : { namespace: scope }),
    name,
    ...(cluster === '' ? {} : { cluster }),
  }
  return { page: 'object', ref, tab: tab as Tab, query }
}

function rulesRoute(words: readonly string[]): Route {
  const [group, kind, ...more] = words
  if (group === undefined) return { page: 'rules' }
  if (!group || !kind || more.length > 0) return { page: 'nowhere' }
  return { page: 'rules', kind: { group: optional(group) ?? '', kind } }
}

function split(text: string): readonly string[] {
  const at = text.indexOf('?')
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    // A stray percent sign: somebody cut the address off.
    return undefined
  }
}
