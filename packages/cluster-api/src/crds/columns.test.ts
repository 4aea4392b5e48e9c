import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { clusterApi } from '../catalog.ts'

type Case = [kind: string, columns: string, because: string]

// Name and namespace are printed by every client without being asked.
// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['Machine',             'CLUSTER, PAUSED *, NODE NAME, PROVIDER ID, READY, AVAILABLE, UP TO DATE, AGE, VERSION, OS-IMAGE *, KERNEL-VERSION *, CONTAINER-RUNTIME *', 'VERSION, which its list forgets, stays where all other kinds have it'],
  ['MachineSet',          'CLUSTER, PAUSED *, DESIRED, CURRENT *, READY, AVAILABLE, UP-TO-DATE, AGE, VERSION',                                                         'every counter of replicas has one name'],
  ['MachineDeployment',   'CLUSTER, PAUSED *, DESIRED, CURRENT *, READY, AVAILABLE, UP-TO-DATE, AGE, VERSION',                                                         'its counters are those of a MachineSet'],
  ['MachinePool',         'CLUSTER, PAUSED *, DESIRED, CURRENT *, READY, AVAILABLE, UP-TO-DATE, AGE, VERSION',                                                         'it is left open, and counts as a MachineDeployment does'],
  ['KubeadmControlPlane', 'CLUSTER, PAUSED *, INITIALIZED, DESIRED, CURRENT *, READY, AVAILABLE, UP-TO-DATE, AGE, VERSION',                                            'its counters are those of a MachineSet'],
  ['Cluster',             'CLUSTER CLASS, PAUSED *, AVAILABLE, CP_DESIRED, CP_CURRENT *, CP_READY *, CP_AVAILABLE, CP_UP_TO_DATE, W_DESIRED, W_CURRENT *, W_READY *, W_AVAILABLE, W_UP_TO_DATE, AGE, VERSION', 'both halves are counted'],
]

const columnsOf = (wanted: string): readonly string[] | undefined =>
  clusterApi({ profile: 'proposal' })
    .definitions.find(({ kind }) => 'kind' in kind && kind.kind === wanted)
    ?.columns.map(({ name, priority }) => (priority > 0 ? `${name} *` : name))

describe('the columns of the document, those of the wide form with a star', () => {
  for (const [kind, columns, because] of cases) {
    it(`${kind}: ${columns}, because ${because}`, () => {
      assert.deepEqual(columnsOf(kind), columns.split(', '))
    })
  }
})
