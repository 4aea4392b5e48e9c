import { at, type Fields, fields, list, number, text } from '@sitrep/status'
import { serviceKind } from '../kinds.ts'
import { readParentReference, readReference } from '../model/references.ts'
import type { BackendReference, BackendSpec, FilterSpec, RouteSpec, RuleFault, RuleSpec } from './types.ts'

/** Reads the rules of a kind of route in a namespace. */
export type ReadRules = (spec: unknown, namespace: string) => readonly RuleSpec[]

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
  list(at(spec, 'rules')).map((rule, index) => ({
    index,
    name: text(at(rule, 'name')),
    faults: [],
    matches: [],
    filters: [],
    backends: readBackends(rule, namespace, () => []),
    timeouts: undefined,
    retry: undefined,
  }))

/** The backends of a rule. */
export function readBackends(
  rule: unknown,
  namespace: string,
  readFilters: (value: unknown) => readonly FilterSpec[],
): readonly BackendSpec[] {
  return list(at(rule, 'backendRefs')).map((entry) => ({
    reference: readBackendReference(entry, namespace),
    weight: number(fields(entry)['weight']) ?? 1,
    filters: readFilters(entry),
  }))
}

/** A reference to a port of a Service, or of something else. */
export const readBackendReference = (value: unknown, namespace: string): BackendReference => ({
  ref: readReference(value, { ...serviceKind, namespace }),
  port: number(fields(value)['port']),
})

/** The filters of a rule or of a backend. The settings of a filter stand under its type, beginning in lower case. */
export function readFilters(value: unknown, namespace: string): readonly FilterSpec[] {
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

/** A fault where something is written that is not known. */
export const unknownValue = (what: string, value: unknown): RuleFault => ({
  reason: 'UnsupportedValue',
  message: `${what} ${JSON.stringify(value)} is not supported`,
})

/** A fault where a regular expression cannot be read. */
export function expressionFaults(what: string, expression: string): readonly RuleFault[] {
  try {
    new RegExp(scriptExpression(expression))
    return []
  } catch {
    return [
      {
        reason: 'UnsupportedValue',
        message: `${what} ${JSON.stringify(expression)} is no regular expression that can be read`,
      },
    ]
  }
}

/** A regular expression in the dialect of JavaScript: named groups are written without the P that other dialects have. */
export const scriptExpression = (expression: string): string => expression.replaceAll('(?P<', '(?<')

/** Every backend that a rule refers to, mirrors included. */
export function backendReferences({ filters, backends }: RuleSpec): readonly BackendReference[] {
  const mirrors = [...filters, ...backends.flatMap((backend) => backend.filters)]
  return [...backends.map(({ reference }) => reference), ...mirrors.flatMap(({ mirror }) => mirror ?? [])]
}

/** Everything that filters of a rule name and that is no backend. */
export const extensionsOf = ({ filters, backends }: RuleSpec): readonly FilterSpec[] =>
  [...filters, ...backends.flatMap((backend) => backend.filters)].filter(
    ({ extension }) => extension !== undefined,
  )

/** One backend as a text that no other has. */
export const backendKey = ({ ref, port }: BackendReference): string =>
  `${ref.group}/${ref.kind}/${ref.namespace}/${ref.name}:${port ?? ''}`
