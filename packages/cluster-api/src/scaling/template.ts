import type { KubeObject, View, World } from '@sitrep/status'
import { annotations } from '../kinds.ts'
import { type ContractRef, refIn } from '../model/references.ts'
import { readProviderObject } from '../provider-object/read.ts'

/** A template that new Machines are made from. */
export interface TemplateSeen {
  readonly ref: ContractRef
  readonly state: 'found' | 'missing' | 'unreadable'
  /** The preflight checks that it says to skip, as it says it. */
  readonly skippedChecks: string
}

const templateForMachines: View<string> = {
  name: 'templateForMachines',
  of: ({ metadata }: KubeObject) => metadata.annotations?.[annotations.skipPreflightChecks] ?? '',
}

/** Looks for the template that a reference leads to. */
export function readTemplate(world: World, namespace: string, ref: ContractRef): TemplateSeen {
  const template = readProviderObject(world, refIn(namespace, ref), templateForMachines)
  if (!template.read) return { ref, state: 'unreadable', skippedChecks: '' }
  if (template.item === undefined) return { ref, state: 'missing', skippedChecks: '' }
  return { ref, state: 'found', skippedChecks: template.item.object }
}

/** Whether a reference names a template at all; other objects are referred to directly and nobody makes copies of them. */
export const isTemplate = ({ kind }: ContractRef): boolean => kind.endsWith('Template')

/** `A does not exist` or `A and B do not exist`; empty when nothing is missing. */
export function missingText(kinds: readonly string[]): string {
  if (kinds.length === 0) return ''
  return kinds.length === 1 ? `${kinds[0]} does not exist` : `${kinds.join(' and ')} do not exist`
}
