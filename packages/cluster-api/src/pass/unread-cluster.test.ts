import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getCondition, Stretch } from '@sitrep/conditions'
import { definitionOf, type Fields, type KubeObject, unreadable, type World } from '@sitrep/status'
import { clusterApi } from '../catalog.ts'
import type { StatusFields } from './computed.ts'

const blind: World<Fields> = {
  now: '2026-01-01T00:00:00Z',
  previous: undefined,
  spoken: [],
  previousOn: () => [],
  get: () => unreadable('forbidden'),
  getEach: ({ items }) => new Stretch(items.map(() => unreadable('forbidden'))),
  list: () => unreadable('forbidden'),
}

const object = (kind: string): KubeObject => ({
  apiVersion: 'cluster.x-k8s.io/v1beta2',
  kind,
  metadata: { name: 'a', namespace: 'prod', uid: 'a', generation: 1 },
  spec: { clusterName: 'blue', replicas: 1, selector: { matchLabels: { app: 'a' } } },
})

const { definitions } = clusterApi({ profile: 'proposal' })

describe('In a world in which nothing can be read', () => {
  for (const kind of ['Machine', 'MachineSet', 'MachineDeployment', 'MachinePool']) {
    const definition = definitionOf({ definitions }, { group: 'cluster.x-k8s.io', kind })
    it(`a ${kind} says neither that it is paused nor that it is not`, () => {
      const { status } = definition?.compute(definition.observe(object(kind), blind)) ?? {}
      const { conditions } = status as StatusFields
      const paused = getCondition(conditions, 'Paused')
      assert.equal(`${paused?.status} ${paused?.reason}`, 'Unknown InternalError')
    })

    it(`a ${kind} says of nothing that it is well`, () => {
      const { status } = definition?.compute(definition.observe(object(kind), blind)) ?? {}
      // A Machine without an owner is up to date by itself: nothing has to be read for that.
      const good = ['Ready', 'Available', 'MachinesReady', 'MachinesUpToDate', 'NodeReady', 'NodeHealthy']
      const { conditions = [] } = status as StatusFields
      const green = conditions.filter(
        (condition) => condition.status === 'True' && good.includes(condition.type),
      )
      assert.deepEqual(green, [])
    })
  }
})
