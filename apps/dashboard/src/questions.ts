import type { ObjectRef } from '@sitrep/status'

type Parameters = readonly (readonly [name: string, value: string | number | undefined])[]

// The order is the contract's, and what is empty is left out: an export finds its answers by the whole text.
function question(path: string, parameters: Parameters = []): string {
  const given = parameters.filter(([, value]) => value !== undefined && value !== '')
  const query = given.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&')
  return query === '' ? `/api/v1/${path}` : `/api/v1/${path}?${query}`
}

const partsOf = ({ group, kind, namespace, name, cluster }: ObjectRef): Parameters => [
  ['group', group],
  ['kind', kind],
  ['namespace', namespace],
  ['name', name],
  ['cluster', cluster],
]

/** The paths with queries under which the answers are found: the same text for the same question, always. */
export const questions = {
  fleet: (): string => question('fleet'),
  object: (ref: ObjectRef): string => question('object', partsOf(ref)),
  timeline: (ref: ObjectRef, since?: number): string =>
    question('timeline', [...partsOf(ref), ['since', since]]),
  transitions: (before?: number, limit?: number): string =>
    question('transitions', [
      ['before', before],
      ['limit', limit],
    ]),
  rules: (kind?: { readonly group: string; readonly kind: string }): string =>
    question('rules', [
      ['group', kind?.group],
      ['kind', kind?.kind],
    ]),
  rulesOf: (ref: ObjectRef): string => question('rules', partsOf(ref)),
  changes: (): string => question('dashboard/changes'),
} as const
