import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { KubeObject } from '@sitrep/status'
import { answered, event, list, reflect, staying, thing } from './scripted.testing.ts'

const isOf =
  (...names: readonly string[]) =>
  ({ metadata }: KubeObject): boolean =>
    names.includes(metadata.name)

describe('A reflector that keeps a share', () => {
  it('passes over what belongs to others, in lists and in watches', async () => {
    const { told, left, kept } = await reflect({
      keeps: isOf('a', 'c'),
      lists: [list(['a', 'b'], '5')],
      watches: [
        staying(
          event('ADDED', thing('c', '6')),
          event('MODIFIED', thing('b', '7')),
          event('DELETED', thing('b', '8')),
          event('DELETED', thing('a', '9')),
        ),
      ],
    })
    assert.deepEqual(told, ['+a', '+c', '-a'])
    assert.deepEqual(left, [])
    assert.equal(kept, 1)
  })

  it('tells of what comes to belong to others that it has left, not that it is gone', async () => {
    const { told, left, kept } = await reflect({
      keeps: ({ metadata: { name, resourceVersion = '' } }) => name === 'a' || resourceVersion < '6',
      lists: [list(['a', 'b'], '5')],
      watches: [staying(event('MODIFIED', thing('b', '6')))],
    })
    assert.deepEqual(told, ['+a', '+b'])
    assert.deepEqual(left, ['b'])
    assert.equal(kept, 1)
  })

  it('reads anew what has come to its share, beside the watch, and only that', async () => {
    let mine = isOf('a')
    const { told, asked } = await reflect({
      keeps: (object) => mine(object),
      lists: [list(['a', 'b', 'c'], '5'), list(['a', 'b', 'c'], '9')],
      halfway: () => {
        mine = isOf('a', 'b')
      },
    })
    assert.deepEqual(told, ['+a', '+b'])
    assert.deepEqual(asked, ['list limit=500', 'watch 5', 'list limit=500'])
  })

  it('lets whoever asked know that reading anew failed', async () => {
    await assert.rejects(
      reflect({ keeps: isOf('a'), lists: [list(['a'], '5'), answered(500)], halfway: () => {} }),
      { code: 'server-failed' },
    )
  })
})
