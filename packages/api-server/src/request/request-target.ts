import { badRequest } from '../errors/api-error.ts'

/** What a path names: something of a resource, or one of the server's own endpoints. */
export type RequestTarget = ResourceTarget | EndpointTarget

/** A collection, an object or a subresource. Empty texts where a part is not named. */
export interface ResourceTarget {
  readonly kind: 'resource'
  readonly group: string
  readonly version: string
  readonly namespace: string
  readonly plural: string
  readonly name: string
  readonly subresource: string
  /** What follows the subresource: `proxy/a/b` has `a/b`. */
  readonly rest: string
  /** `/api/v1/watch/…`: the old way to ask for a watch. */
  readonly watchPrefix: boolean
}

/** Anything else, by its decoded segments: `['apis', 'apps']`. */
export interface EndpointTarget {
  readonly kind: 'endpoint'
  readonly segments: readonly string[]
}

const ownSubresourcesOfNamespaces: ReadonlySet<string> = new Set(['status', 'finalize'])

/** Reads a path as kube-apiserver does. Throws a 400 for what cannot be decoded or holds control characters. */
export function parseTarget(path: string): RequestTarget {
  const decoded = decodePath(path)
  const end = decoded.length > 1 && decoded.endsWith('/') ? decoded.length - 1 : decoded.length
  const segments = decoded.slice(decoded.startsWith('/') ? 1 : 0, end).split('/')
  if (segments.length === 1 && segments[0] === '') return { kind: 'endpoint', segments: [] }
  // A name that was left out is not the same as no name: what follows it would take its place.
  if (segments.includes('')) return { kind: 'endpoint', segments }
  const [root, first, second] = segments
  if (root === 'api' && segments.length >= 3 && first !== undefined) {
    return resourceTarget('', first, segments.slice(2))
  }
  if (root === 'apis' && segments.length >= 4 && first !== undefined && second !== undefined) {
    return resourceTarget(first, second, segments.slice(3))
  }
  return { kind: 'endpoint', segments }
}

function resourceTarget(group: string, version: string, segments: readonly string[]): ResourceTarget {
  const watchPrefix = segments[0] === 'watch' && segments.length > 1
  const [namespace, [plural = '', name = '', subresource = '', ...rest]] = splitNamespace(
    watchPrefix ? segments.slice(1) : segments,
  )
  return {
    kind: 'resource',
    group,
    version,
    namespace,
    plural,
    name,
    subresource,
    rest: rest.join('/'),
    watchPrefix,
  }
}

/** `namespaces/x/pods` is about pods, `namespaces/x` and `namespaces/x/status` are about the Namespace itself. */
function splitNamespace(segments: readonly string[]): [namespace: string, rest: readonly string[]] {
  const [first, namespace, next] = segments
  if (first !== 'namespaces' || namespace === undefined) return ['', segments]
  if (next === undefined || (segments.length === 3 && ownSubresourcesOfNamespaces.has(next)))
    return [namespace, segments]
  return [namespace, segments.slice(2)]
}

function decodePath(path: string): string {
  const decoded = path.includes('%') ? decodeOrRefuse(path) : path
  if (controlCharacter.test(decoded)) throw badRequest('the path holds control characters')
  return decoded
}

function decodeOrRefuse(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    throw badRequest('the path is not valid percent-encoded UTF-8')
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const controlCharacter = /[\0-\x1f\x7f]/
