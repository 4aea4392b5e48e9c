import type { KubeObject } from '@sitrep/status'
import type { ProgramName } from '../../../../tools/peers/cluster-api/genuine-files.ts'
import type { ManagementCluster } from './management-cluster.ts'
import { objectsOf, touchAll } from './watched.ts'

/** The genuine controllers whose statuses Sitrep computes, by program; each with the kind that it looks at. */
const controllers: Readonly<Partial<Record<ProgramName, Readonly<Record<string, string>>>>> = {
  'cluster-api-core': {
    cluster: 'Cluster',
    machine: 'Machine',
    machineset: 'MachineSet',
    machinedeployment: 'MachineDeployment',
    machinepool: 'MachinePool',
    machinehealthcheck: 'MachineHealthCheck',
  },
  'cluster-api-control-plane': { kubeadmcontrolplane: 'KubeadmControlPlane' },
}

/** The programs whose work Sitrep can do. */
export const relieved = Object.keys(controllers) as readonly ProgramName[]

/** How often each controller has looked, by the kind that it looks at. */
export type Looks = ReadonlyMap<string, number>

/** Nobody has looked at anything. */
export const noLooks: Looks = new Map()

/** Counts the looks of all controllers since their programs started. */
export async function countLooks({ programs }: ManagementCluster): Promise<Looks> {
  const counted = await Promise.all(
    relieved.map(async (program) => {
      const looks = await programs.looks(program)
      return Object.entries(controllers[program] ?? {}).map(([controller, kind]): [string, number] => [
        kind,
        looks.get(controller) ?? 0,
      ])
    }),
  )
  return new Map(counted.flat())
}

/** Whether every controller has looked as often as there are objects of its kind, since the first count. */
export function sawAll(before: Looks, now: Looks, objects: readonly KubeObject[]): boolean {
  return [...now].every(([kind, looks]) => {
    const count = objects.filter((object) => object.kind === kind).length
    return looks - (before.get(kind) ?? 0) >= count
  })
}

/** Makes every genuine controller look at all its objects; resolves once each has looked as often as there are objects. */
export async function lookAgain(
  cluster: ManagementCluster,
  waiting: (ask: () => Promise<boolean>) => Promise<void>,
): Promise<void> {
  const before = await countLooks(cluster)
  await touchAll(cluster.connection)
  await waiting(async () => sawAll(before, await countLooks(cluster), await objectsOf(cluster.connection)))
}
