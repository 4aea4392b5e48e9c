import { flagGroup, flagsOf } from '../flag-group.ts'
import type { FieldRow, StageTable } from '../row.ts'
import { moved } from '../rows.ts'
import { type Path, path } from '../tree.ts'

const groups: readonly Path[] = [path('status.backCompatibility'), path('status.initialization')]

/** A field of the older API that steps aside. */
const kept = (name: string): FieldRow => moved(`status.${name}`, `status.backCompatibility.${name}`)

/** A field that is tried out beside the old one until it takes its place. */
const tried = (name: string): FieldRow =>
  moved(`status.experimental${name.slice(0, 1).toUpperCase()}${name.slice(1)}`, `status.${name}`)

const conditionRows = [kept('conditions'), tried('conditions')]
const failureRows = [kept('failureReason'), kept('failureMessage')]
const readyRows = [kept('readyReplicas'), tried('readyReplicas')]

const table = (rows: readonly FieldRow[], flags: Readonly<Record<string, string>> = {}): StageTable => ({
  rows: [...rows, ...flagsOf(flags)],
  groups,
  ...flagGroup(flags),
})

/**
 * What differs between the first and the second stage of the document, kind by kind. Its tables leave out the conditions of
 * a KubeadmControlPlane and all of a MachinePool; both follow the other kinds.
 */
export const proposalTables: Readonly<Record<string, StageTable>> = {
  Machine: table([...conditionRows, ...failureRows, kept('phase'), kept('lastUpdated')], {
    bootstrapReady: 'bootstrapSecretCreated',
    infrastructureReady: 'infrastructureProvisioned',
  }),
  MachineSet: table([...conditionRows, ...failureRows, ...readyRows]),
  MachineDeployment: table([
    ...conditionRows,
    ...failureRows,
    kept('phase'),
    moved('status.updatedReplicas', 'status.upToDateReplicas'),
  ]),
  MachinePool: table(
    [
      ...conditionRows,
      ...failureRows,
      ...readyRows,
      kept('availableReplicas'),
      tried('availableReplicas'),
      kept('unavailableReplicas'),
      kept('phase'),
    ],
    { bootstrapReady: 'bootstrapSecretCreated', infrastructureReady: 'infrastructureProvisioned' },
  ),
  KubeadmControlPlane: table([
    ...conditionRows,
    ...failureRows,
    ...readyRows,
    moved('status.updatedReplicas', 'status.upToDateReplicas'),
  ]),
  Cluster: table([...conditionRows, ...failureRows, kept('phase')], {
    infrastructureReady: 'infrastructureProvisioned',
    controlPlaneReady: 'controlPlaneInitialized',
  }),
}

/** What the end of the way no longer has: exactly this, and nothing else. */
export const droppedAtTheEnd: Readonly<Record<string, readonly Path[]>> = {
  Machine: [path('status.backCompatibility')],
  MachineSet: [path('status.backCompatibility')],
  MachineDeployment: [path('status.backCompatibility')],
  MachinePool: [path('status.backCompatibility')],
  KubeadmControlPlane: [path('status.backCompatibility'), path('status.ready')],
  Cluster: [path('status.backCompatibility')],
}
