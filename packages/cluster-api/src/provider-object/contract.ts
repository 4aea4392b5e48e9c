import type { KindRef } from '@sitrep/status'

/** The two contracts between Cluster API and its providers. Which one a kind speaks says a label of its definition. */
export const contracts = ['v1beta2', 'v1beta1'] as const

export type Contract = (typeof contracts)[number]

/** A provider's object and the contract by which its fields are to be understood. */
export interface Spoken<Value> {
  readonly contract: Contract
  readonly object: Value
}

/** Providers must name their definitions by the plain English plural of the kind. */
export function crdName({ group, kind }: KindRef): string {
  return `${pluralOf(kind.toLowerCase())}.${group}`
}

const sibilants = ['s', 'x', 'z', 'ch', 'sh']
const vowels = 'aeiou'

function pluralOf(word: string): string {
  if (sibilants.some((end) => word.endsWith(end))) return `${word}es`
  if (word.length > 1 && word.endsWith('y') && !vowels.includes(word.charAt(word.length - 2)))
    return `${word.slice(0, -1)}ies`
  return `${word}s`
}
