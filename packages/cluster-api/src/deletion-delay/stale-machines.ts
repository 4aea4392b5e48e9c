import { filterStretches } from '@sitrep/conditions'
import type { Clock } from '@sitrep/status'
import { counted, shorten } from '../shorten.ts'
import { delayText } from './delay-cause.ts'
import { type DeletionProgress, delayCausesOf, isStale } from './deletion-progress.ts'

/** A Machine as far as its deletion is concerned. */
export interface MachineInDeletion {
  readonly name: string
  readonly deletion?: DeletionProgress | undefined
}

const namesShown = 3

/** Names the Machines that have been in deletion for too long and what holds them back; empty when there are none. */
export function staleMachinesText(machines: readonly MachineInDeletion[], clock: Clock): string {
  const names: string[] = []
  const causes = inDeletion(machines).flatMap(({ name, deletion }) => {
    if (deletion === undefined || !isStale(deletion, clock)) return []
    names.push(name)
    return delayCausesOf(deletion, clock)
  })
  if (names.length === 0) return ''
  names.sort()
  const [subject, verb] = [counted(names.length, 'Machine'), counted(names.length, 'is', 'are')]
  return `${subject} ${shorten(names, namesShown)} ${verb} in deletion since more than 15m${delayText(causes)}`
}

const inDeletion = filterStretches(({ deletion }: MachineInDeletion) => deletion !== undefined)
