import { remembering } from '@sitrep/conditions'
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
export const crdName = ({ group, kind }: KindRef): string => namesIn(group)(kind)

// Every Machine asks for those of its providers.
const namesIn = remembering(
  (group: string) => remembering((kind: string) => `${pluralOf(kind.toLowerCase())}.${group}`, 8),
  8,
)

const sibilants = ['s', 'x', 'z', 'ch', 'sh']
const vowels = 'aeiou'

function pluralOf(word: string): string {
  if (sibilants.some((end) => word.endsWith(end))) return `${word}es`
  if (word.length > 1 && word.endsWith('y') && !vowels.includes(word.charAt(word.length - 2)))
    return `${word.slice(0, -1)}ies`
  return `${word}s`
}
