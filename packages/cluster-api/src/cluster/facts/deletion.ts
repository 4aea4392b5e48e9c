import { shorten } from '../../shorten.ts'
import type { ClusterFacts } from './facts.ts'
import type { ReferredObject } from './referred-objects.ts'

export const isLeft = ({ state }: ReferredObject<unknown>): boolean => state === 'found'
export const isUnseen = ({ state, ref }: ReferredObject<unknown>): boolean =>
  state === 'unseen' && ref !== undefined
export const waitFor = ({ ref }: ReferredObject<unknown>): string => `Waiting for ${ref?.kind} to be deleted`

const namesShown = 5

/** What has to go before the control plane may, a line each: everything but what the control plane object takes along itself. */
export function leftLines(f: ClusterFacts): readonly string[] {
  const standalone = f.controlPlane.ref === undefined ? f.controlPlaneMachines : []
  return [
    line('Control plane Machines', standalone),
    line('MachineDeployments', f.machineDeployments),
    line('MachineSets', f.machineSets),
    line('MachinePools', f.machinePools),
    line('Worker Machines', f.workerMachines),
  ].flat()
}

function line(what: string, objects: readonly { readonly name: string }[]): readonly string[] {
  const names = objects.map(({ name }) => name).sort()
  return names.length === 0 ? [] : [`* ${what}: ${shorten(names, namesShown)}`]
}
