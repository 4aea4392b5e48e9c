import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { clusterKind, machineDeploymentKind, machineKind } from '@sitrep/cluster-api/kinds'
import { clusterKind as eksClusterKind, systemNamespace } from '@sitrep/eks-anywhere/kinds'
import { at, list } from '@sitrep/status'
import type { ClusterHappening } from '../cluster-api/scenario/types.ts'
import { simulatedFamilies } from '../families.ts'
import { MemoryWorld } from '../plan/memory-world.testing.ts'
import { ScenarioError } from '../scenario/errors.ts'
import { parseScenario } from '../scenario/parse.ts'
import { happen } from '../scenario/part.ts'
import type { Happening } from '../scenario/types.ts'

const file = `
clusters:
  - name: w01
    family: eks-anywhere
    version: v1.34.0
    controlPlane: 1
    workers: [{ name: md-0, replicas: 2 }]
`

function played(...later: readonly Happening[]): MemoryWorld {
  const memory = new MemoryWorld()
  const created = parseScenario(file, 'x.yaml').timeline.map(({ happening }) => happening)
  for (const happening of [...created, ...later]) {
    const { world, now, seed } = memory.input
    const planned = happen(simulatedFamilies, happening, { world, now, seed })
    if ('missing' in planned) assert.fail(planned.missing)
    for (const action of planned) memory.apply(action)
    memory.run(900)
  }
  return memory
}

const cluster = 'default/w01'
const eksRef = { ...eksClusterKind, namespace: 'default', name: 'w01' }
const belowRef = { ...clusterKind, namespace: systemNamespace, name: 'w01' }
const below = ({ world }: MemoryWorld) => world.get(belowRef)
const spec = ({ world }: MemoryWorld, ...path: readonly string[]) => at(world.get(eksRef)?.spec, ...path)

type Case = [
  happening: ClusterHappening,
  sees: (memory: MemoryWorld) => unknown,
  says: unknown,
  because: string,
]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  [{ what: 'scale', cluster, group: 'md-0', replicas: 4 },          ({ world }) => world.list(machineKind).length,                                          5,         'its count is what a user would change'],
  [{ what: 'scale', cluster, group: 'control-plane', replicas: 3 }, (memory) => spec(memory, 'controlPlaneConfiguration', 'count'),                         3,         'that of the control plane too'],
  [{ what: 'upgrade', cluster, version: 'v1.35.2' },                (memory) => spec(memory, 'kubernetesVersion'),                                          '1.35',    'EKS Anywhere chooses the patch'],
  [{ what: 'delete', cluster },                                     ({ world }) => world.list(eksClusterKind).length,                                       0,         'it goes with all that was made of it'],
  [{ what: 'pause', cluster, paused: true },                        ({ world }) => world.get(eksRef)?.metadata.annotations?.['anywhere.eks.amazonaws.com/paused'], 'true', 'its annotation pauses it'],
  [{ what: 'bootstrap', cluster, failing: true },                   (memory) => below(memory)?.metadata.annotations?.['simulator.sitrep.dev/bootstrap'],    'failing', 'faults are handed down'],
  [{ what: 'quota', cluster, exceeded: true },                      (memory) => below(memory)?.metadata.annotations?.['simulator.sitrep.dev/quota'],        'exceeded', 'faults are handed down'],
  [{ what: 'connection', cluster, lost: true },                     (memory) => below(memory)?.metadata.annotations?.['simulator.sitrep.dev/connection'],   'lost',    'faults are handed down'],
  [{ what: 'condition', cluster, malformed: true },                 (memory) => below(memory)?.metadata.annotations?.['simulator.sitrep.dev/condition'],    'malformed', 'faults are handed down'],
  [{ what: 'drain', cluster, group: 'md-0', blocked: true },        ({ world }) => world.list(machineDeploymentKind)[0]?.metadata.annotations?.['simulator.sitrep.dev/drain'], 'blocked', 'it happens to what was made of it'],
]

describe('A cluster of EKS Anywhere in a scenario', () => {
  it('comes up as wanted', () => {
    const memory = played()
    assert.equal(memory.world.list(machineKind).length, 3)
    assert.deepEqual(list(spec(memory, 'workerNodeGroupConfigurations')), [{ name: 'md-0', count: 2 }])
  })

  for (const [happening, sees, says, because] of cases) {
    it(`${happening.what}: ${says}, because ${because}`, () => {
      assert.equal(sees(played(happening)), says)
    })
  }

  it('names what is wrong with its entry', () => {
    const wrong = file
      .replace('eks-anywhere', 'eks')
      .concat('  - { name: b, family: eks-anywhere, healthCheck: 5m }\n')
    assert.throws(
      () => parseScenario(wrong, 'x.yaml'),
      (error) => {
        assert.ok(error instanceof ScenarioError)
        assert.deepEqual(
          error.problems.map(({ line, message }) => `${line} ${message}`),
          [
            '4 one of cluster-api, eks-anywhere is expected here',
            '8 EKS Anywhere brings health checks of its own',
          ],
        )
        return true
      },
    )
  })
})
