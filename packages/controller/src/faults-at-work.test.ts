import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { KubeObject } from '@sitrep/status'
import { controllerSuite } from './controllers.testing.ts'
import type { Edge } from './edge.ts'
import type { Fault } from './faults.ts'
import { eventually } from './testing.ts'

const mistake = (): never => {
  throw new TypeError('no such thing')
}

describe('A controller around which everything fails', () => {
  const suite = controllerSuite()

  it('writes all the same, and tells each fault in sight', async () => {
    await suite.plant('a')
    const faults: Fault[] = []
    const edge: Edge = {
      start: () => ({
        tells: mistake,
        onTaking: mistake,
        onTaken: mistake,
        onAsked: mistake,
        stop: async () => {},
      }),
    }
    const controller = suite.start({
      edges: [edge],
      onFault: (fault) => faults.push(fault),
      onTurn: mistake,
      onTaken: mistake,
      onChanges: mistake,
      onCompared: mistake,
    })
    await eventually('the leaf is written', async () => {
      const { status } = (await suite.cluster.read('Leaf', 'a')) as KubeObject & {
        status?: { conditions?: unknown[] }
      }
      return (status?.conditions?.length ?? 0) > 0
    })
    assert.ok(faults.length > 0)
    const seen = controller.sight.faults ?? []
    assert.deepEqual([...new Set(seen.map(({ what }) => what))].sort(), [
      'telling an edge',
      'telling whoever listens',
    ])
    assert.ok(seen.every(({ why }) => why === 'no such thing'))
  })

  it('sets an object aside whose write fails by our mistake, and writes the others', async () => {
    await suite.plant('a', 'b')
    const faults: Fault[] = []
    suite.start({
      onFault: (fault) => faults.push(fault),
      mayWrite: ({ name }) => (name === 'a' ? mistake() : true),
    })
    await eventually('b is written', async () => {
      const { status } = (await suite.cluster.read('Leaf', 'b')) as KubeObject & { status?: unknown }
      return status !== undefined
    })
    await eventually('the fault is told', () => faults.length > 0)
    assert.ok(faults.every(({ about, name }) => about === 'object' && /Leaf prod\/a/.test(name)))
  })
})
