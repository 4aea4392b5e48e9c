import { at, type Fields, fields, list, number, text } from '@sitrep/status'
import { serviceKind } from '../../kinds.ts'
import { readParentReference, readReference } from '../../references/observe.ts'
import type { RoutingMatch, ValueMatch } from '../../routing/types.ts'
import type { BackendReference, FilterSpec, ReadRules, RouteSpec, RuleSpec } from '../types.ts'

/** Reads a route. */
export function readRoute(spec: unknown, namespace: string, readRules: ReadRules): RouteSpec {
  return {
    parents: list(at(spec, 'parentRefs')).map((parent) => readParentReference(parent, namespace)),
    hostnames: list(at(spec, 'hostnames')).flatMap((hostname) => text(hostname) ?? []),
    rules: readRules(spec, namespace),
  }
}

/** Rules that lead connections to backends and look at nothing else: those of TLS, TCP and UDP. */
export const readConnectionRules: ReadRules = (spec, namespace) =>
  list(at(spec, 'rules')).map((rule, index) => readRule(rule, { index, namespace }))

/** Where a rule stands, and how its matches are read; kinds without matches have no filters either. */
interface RuleReading {
  readonly index: number
  readonly namespace: string
  readonly readMatch?: (match: unknown) => RoutingMatch
}

/** Reads what the rules of every kind have. */
export function readRule(rule: unknown, { index, namespace, readMatch }: RuleReading): RuleSpec {
  const filtersOf = (value: unknown) => (readMatch === undefined ? [] : readFilters(value, namespace))
  const given = list(at(rule, 'matches'))
  const filters = filtersOf(rule)
  const backends = list(at(rule, 'backendRefs')).map((entry) => ({
    reference: readBackendReference(entry, namespace),
    weight: number(fields(entry)['weight']) ?? 1,
    filters: filtersOf(entry),
  }))
  const allFilters = [...filters, ...backends.flatMap((backend) => backend.filters)]
  return {
    index,
    name: text(at(rule, 'name')),
    matches: readMatch === undefined ? [] : (given.length === 0 ? [{}] : given).map(readMatch),
    filters,
    backends,
    references: [
      ...backends.map(({ reference }) => reference),
      ...allFilters.flatMap(({ mirror }) => mirror ?? []),
    ],
    extensions: allFilters.flatMap(({ extension }) => extension ?? []),
    timeouts: undefined,
    retry: undefined,
  }
}

/** A reference to a port of a Service, or of something else. */
function readBackendReference(value: unknown, namespace: string): BackendReference {
  const ref = readReference(value, { ...serviceKind, namespace })
  const port = number(fields(value)['port'])
  return { ref, port, key: `${ref.group}/${ref.kind}/${ref.namespace}/${ref.name}:${port ?? ''}` }
}

// The settings of a filter stand under its type, beginning in lower case.
function readFilters(value: unknown, namespace: string): readonly FilterSpec[] {
  return list(at(value, 'filters')).map((entry) => {
    const given = fields(entry)
    const type = text(given['type']) ?? ''
    const settings = settingsOf(given)
    return {
      type,
      settings,
      ...(type === 'RequestMirror' && { mirror: readBackendReference(settings['backendRef'], namespace) }),
      ...(type === 'ExtensionRef' && {
        extension: readReference(settings, { group: '', kind: '', namespace }),
      }),
    }
  })
}

function settingsOf(filter: Fields): Fields {
  const [, settings] = Object.entries(filter).find(([name]) => name !== 'type') ?? []
  return fields(settings)
}

/** Values that must be there, by name. Of a name that comes twice the first counts. */
export function readValues(value: unknown, plain: (name: string) => string): readonly ValueMatch[] {
  const found = new Map<string, ValueMatch>()
  for (const entry of list(value).map(fields)) {
    const name = plain(text(entry['name']) ?? '')
    if (found.has(name)) continue
    found.set(name, { type: text(entry['type']) ?? 'Exact', name, value: text(entry['value']) ?? '' })
  }
  return [...found.values()]
}
