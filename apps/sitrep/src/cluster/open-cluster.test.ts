import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { openTestCluster } from '../cluster.testing.ts'

describe('A server that does not accept the credentials', () => {
  it('is told with the user and the context', async () => {
    const cluster = await openTestCluster()
    try {
      const text = readFileSync(cluster.kubeconfig, 'utf8')
      const refused = text
        .replaceAll(/client-(certificate|key)-data: .*\n/g, '')
        .replaceAll(/token: .*\n/g, 'token: ended\n')
      writeFileSync(cluster.kubeconfig, refused)
      const { code, err } = await cluster.run(['get', 'widgets'])
      assert.equal(code, 3)
      assert.match(err[0] ?? '', /does not accept the credentials of user \S+ \(context \S+\)/)
    } finally {
      await cluster.close()
    }
  })
})
