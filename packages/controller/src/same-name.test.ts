import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { leafObject } from '@sitrep/engine/testing'
import { at, type KubeObject, list } from '@sitrep/status'
import type { Connection } from './connection/connection.ts'
import { controllerSuite } from './controllers.testing.ts'
import { eventually } from './testing.ts'

const leaf = '/apis/test.sitrep.dev/v1/namespaces/prod/leafs/a'
const saidBy = ({ status }: KubeObject): readonly unknown[] => list(at(status, 'conditions'))

describe('An object that bears the name of one that is gone', () => {
  const suite = controllerSuite()
  const replaceLeaf = async (spec: object = {}): Promise<string> => {
    await suite.cluster.connection.request({ method: 'DELETE', path: leaf })
    const { metadata } = await suite.cluster.create(leafObject('a', spec))
    return metadata.uid ?? ''
  }
  const isSaid = async (): Promise<boolean> => saidBy(await suite.cluster.read('Leaf', 'a')).length > 0

  it('has its status although the answer to a write on the former one comes late', async () => {
    await suite.plant('a')
    const { connection } = suite.cluster
    const late = Promise.withResolvers<void>()
    let isSlow = false
    let isUnderWay = false
    const request: Connection['request'] = async (asked) => {
      if (!isSlow || asked.method !== 'PATCH' || !asked.path.startsWith(`${leaf}/status`))
        return connection.request(asked)
      const bytes = await connection.request<Buffer>({ ...asked, parse: (all) => Buffer.from(all) })
      isUnderWay = true
      await late.promise
      return asked.parse?.(bytes) as never
    }
    const { engine } = suite.start({ connection: { ...connection, request } })
    await eventually('the leaf says something', isSaid)
    isSlow = true
    await suite.cluster.patchStatus('Leaf', 'a', { conditions: null })
    await eventually('it is written again', () => isUnderWay)
    isSlow = false
    const uid = await replaceLeaf()
    const ref = { group: 'test.sitrep.dev', kind: 'Leaf', namespace: 'prod', name: 'a' }
    await eventually('the new one is seen', () => engine.object(ref)?.metadata.uid === uid)
    late.resolve()
    await eventually('the new one says something', isSaid)
  })

  it('says nothing that was found out of the former one', async () => {
    await suite.plant('a')
    const { connection } = suite.cluster
    const seen = Promise.withResolvers<void>()
    let isBehind = false
    async function* behind(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const chunk of chunks) {
        if (isBehind) await seen.promise
        yield chunk
      }
    }
    const conflicts: string[] = []
    const request: Connection['request'] = async (asked) => {
      if (isBehind && asked.method === undefined && asked.path === leaf) conflicts.push(asked.path)
      return (await connection.request(asked)) as never
    }
    const stream: Connection['stream'] = async (asked) => {
      const opened = await connection.stream(asked)
      return asked.path.includes('/leafs?') ? { ...opened, chunks: behind(opened.chunks) } : opened
    }
    const controller = suite.start({ connection: { ...connection, request, stream } })
    await eventually('the leaf says something', isSaid)
    isBehind = true
    const uid = await replaceLeaf({ healthy: false })
    // Something else changes meanwhile what is said of it.
    await connection.request({
      method: 'DELETE',
      path: '/apis/test.sitrep.dev/v1/namespaces/prod/roots/root',
    })
    await eventually('the write has met the new one', () => conflicts.length > 0)
    await controller.settled()
    const found = await suite.cluster.read('Leaf', 'a')
    assert.deepEqual([found.metadata.uid, saidBy(found)], [uid, []])
    seen.resolve()
    await eventually('the new one says something', isSaid)
  })
})
