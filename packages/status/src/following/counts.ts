import type { Counts } from '../family/following.ts'
import { at, number } from '../fields.ts'
import type { KubeObject } from '../object.ts'

/** What an object with replicas reports; a counter that is not reported counts nothing. */
export function countsOf({ spec, status }: KubeObject): Counts {
  const later = at(status, 'v1beta2')
  return {
    desired: number(at(spec, 'replicas')) ?? 1,
    replicas: count(at(status, 'replicas')),
    ready: count(at(later, 'readyReplicas'), at(status, 'readyReplicas')),
    upToDate: count(
      at(later, 'upToDateReplicas'),
      at(status, 'upToDateReplicas'),
      at(status, 'updatedReplicas'),
    ),
  }
}

const count = (...candidates: readonly unknown[]): number =>
  candidates.map(number).find((value) => value !== undefined) ?? 0

/** All of them counted together. */
export const sumOf = (all: readonly Counts[]): Counts => ({
  desired: sum(all.map(({ desired }) => desired)),
  replicas: sum(all.map(({ replicas }) => replicas)),
  ready: sum(all.map(({ ready }) => ready)),
  upToDate: sum(all.map(({ upToDate }) => upToDate)),
})

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)

/** Whether there is exactly what is wanted, all of it ready and as it is wanted now. */
export const isComplete = ({ desired, replicas, ready, upToDate }: Counts): boolean =>
  replicas === desired && ready === desired && upToDate === desired
