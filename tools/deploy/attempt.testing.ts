import type { Attempt } from './rules.ts'

const verbs: Readonly<Record<string, string>> = {
  POST: 'create',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
}

/** What a request is to RBAC; nothing for what everybody may ask, such as which kinds there are. */
export function attemptOf(method: string, path: string): Attempt | undefined {
  const url = new URL(path, 'http://localhost')
  const parts = url.pathname.split('/').filter((part) => part !== '')
  const [root, ...rest] = parts
  const [group = '', within] = root === 'apis' ? [rest[0], rest.slice(2)] : ['', rest.slice(1)]
  const [plural, name, part] = within[0] === 'namespaces' && within.length > 2 ? within.slice(2) : within
  if (plural === undefined) return undefined
  const verb =
    verbs[method] ?? (name === undefined ? (url.searchParams.has('watch') ? 'watch' : 'list') : 'get')
  // RBAC takes a list of what has one name for a request that names it.
  const chosen = /^metadata\.name=([^,]+)$/.exec(url.searchParams.get('fieldSelector') ?? '')?.[1]
  const called = name ?? chosen
  const resource = part === undefined ? plural : `${plural}/${part}`
  return { verb, group, resource, ...(called !== undefined && { name: called }) }
}
