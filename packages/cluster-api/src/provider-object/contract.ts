import {
  found,
  type KindRef,
  type KubeObject,
  type Reading,
  unreadable,
  type View,
  type World,
} from '@sitrep/status'
import { customResourceDefinitionKind } from '../kinds.ts'

/** The two contracts between Cluster API and its providers. Which one a kind speaks says a label of its definition. */
export const contracts = ['v1beta2', 'v1beta1'] as const

export type Contract = (typeof contracts)[number]

/** The newest contract that a definition names; `undefined` in `spoken` where it names none. */
const contractOfDefinition: View<{ readonly spoken: Contract | undefined }> = {
  name: 'contractOfDefinition',
  of: ({ metadata }: KubeObject) => ({
    spoken: contracts.find((contract) => Boolean(metadata.labels?.[`cluster.x-k8s.io/${contract}`])),
  }),
}

/**
 * The contract of a provider's kind. A kind whose definition is not in the world speaks the newest one; a definition that
 * names no contract makes its objects unreadable, which is not the same as "not there".
 */
export function readContract(world: World, kind: KindRef): Reading<Contract> {
  const definition = world.get(
    { ...customResourceDefinitionKind, name: definitionName(kind) },
    contractOfDefinition,
  )
  if (!definition.read) return definition
  if (definition.item === undefined) return found('v1beta2')
  const { spoken } = definition.item
  return spoken === undefined ? unreadable(`the definition of ${kind.kind} names no contract`) : found(spoken)
}

/** Providers must name their definitions by the plain English plural of the kind. */
export function definitionName({ group, kind }: KindRef): string {
  return `${pluralOf(kind.toLowerCase())}.${group}`
}

function pluralOf(word: string): string {
  if (/(?:s|x|z|ch|sh)$/.test(word)) return `${word}es`
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`
  return `${word}s`
}
