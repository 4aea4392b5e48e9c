import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { runInNewContext } from 'node:vm'
import { catalogIn, families } from '../testing.ts'
import { overviewPage } from './overview-page.ts'

describe('The overview page', () => {
  it('puts above what rests on others, and knows what stands for a kind', async () => {
    const page = overviewPage({ catalog: await catalogIn('released'), families })
    const order = /const order = (.*)/.exec(page)?.[1] ?? ''
    const kinds: readonly string[] = JSON.parse(order)
    assert.ok(kinds.indexOf('Cluster.cluster.x-k8s.io') < kinds.indexOf('Machine.cluster.x-k8s.io'))
    assert.match(page, /const verdicts = \["Available","Ready","MachinesReady"\]/)
  })

  it('keeps kinds of one name apart, and lists those that only the cluster knows below the others', async () => {
    const page = overviewPage({ catalog: await catalogIn('released'), families })
    const [script = ''] = /const order[\s\S]*?const keyOf.*/.exec(page) ?? []
    const keyOf: (ref: object) => string = runInNewContext(`${script}; keyOf`)
    const at = (group: string, kind: string): string => keyOf({ group, kind, namespace: 'prod', name: 'a' })
    const keys = [
      at('cluster.x-k8s.io', 'Cluster'),
      at('cluster.x-k8s.io', 'Machine'),
      at('a.example.com', 'Bucket'),
      at('b.example.com', 'Bucket'),
    ]
    assert.equal(new Set([...keys, at('anywhere.eks.amazonaws.com', 'Cluster')]).size, 5)
    assert.deepEqual(keys.toSorted(), keys)
  })

  it('cannot be left by a name that a family chose', async () => {
    const knowledge = [{ source: 'own', group: 'example.com', tells: ['</script><b>'] }]
    const page = overviewPage({ catalog: await catalogIn('released'), families: [{ knowledge }] })
    assert.ok(!page.includes('</script><b>'))
  })
})
