import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openPlayedWorld, type PlayedWorld } from './played-world.testing.ts'

const scenario = `
timings: { variation: 0, clusterInfrastructure: 2s, bootstrap: 1s, machineInfrastructure: 4s, nodeJoin: 2s, dataPlane: 1s, database: 5s }
clusters:
  - { name: own, namespace: fleet, controlPlane: 1, workers: [{ name: md-0, replicas: 1 }] }
  - { name: eks, namespace: fleet, family: eks-anywhere, version: v1.34.0, controlPlane: 1, workers: [{ name: md-0, replicas: 1 }] }
gateways:
  - { name: public, namespace: edge, routes: [{ name: shop, namespace: shop, service: web, endpoints: 1 }] }
databases: [{ name: orders, namespace: shop, size: 10 }]
`

describe('What sitrep up serves', () => {
  let world: PlayedWorld
  before(async () => {
    world = await openPlayedWorld(scenario, 'proposal')
    await world.play(120)
  })
  after(() => world.close())

  it('keeps the conventions that sitrep lint asks others to keep', async () => {
    const { out, code } = await world.run('lint -A --max-warnings 0', 'server')
    assert.equal(code, 0, out.join('\n'))
    assert.match(out.at(-1) ?? '', /^\d+ notes in \d+ objects$/)
  })

  it('is well once it is there, which is one line', async () => {
    const { out, code } = await world.run('trouble', 'server')
    assert.deepEqual([out.length, code], [1, 0], out.join('\n'))
    assert.match(out[0] ?? '', /^Nothing is wrong with \d+ objects/)
  })

  it('shows a dash for what has no state to tell', async () => {
    const { out } = await world.run('get secrets,configmaps,events -A', 'server')
    const verdicts = out
      .filter((line) => line.trim() !== '')
      .map((line) => line.trim().split(/\s+/).at(-1) ?? '')
    assert.deepEqual([...new Set(verdicts)].sort(), ['VERDICT', '–'])
  })
})
