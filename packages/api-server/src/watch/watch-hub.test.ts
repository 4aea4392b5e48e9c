import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { builtinResources } from '../builtin/builtin-resources.ts'
import type { Resource } from '../resources/resource.ts'
import { VersionView } from '../resources/version-view.ts'
import { openMemoryStore } from '../store/memory-store.ts'
import { podKey, pods, put } from '../store/store-contract.testing.ts'
import { WatchHub } from './watch-hub.ts'
import type { WatchView } from './watch-view.ts'
import { Watcher } from './watcher.ts'

function viewOf(resource: Resource): WatchView {
  const [version] = resource.versions
  assert.ok(version)
  const view = new VersionView(resource, version)
  const matches = (): boolean => true
  const selection = {
    namespace: undefined,
    name: undefined,
    everything: true,
    readsFields: false,
    matches,
    id: '',
  }
  return {
    id: 'pods',
    collection: pods,
    view,
    selection,
    render: ({ bytes }) => bytes,
    bookmark: (metadata) => ({ kind: resource.kind, metadata }),
  }
}

function watcherInto(lines: string[], bookmarks: boolean): Watcher {
  const write = (bytes: Buffer): void => void lines.push(bytes.toString())
  const nothing = (): undefined => undefined
  return new Watcher(
    { write, buffered: 0, end: nothing, cut: nothing, onClose: nothing },
    { after: 0, bookmarks },
  )
}

describe('the hub of watches', () => {
  const resource = builtinResources().find(({ plural }) => plural === 'pods')
  assert.ok(resource)

  it('tells those that asked for it how far they are, also when nothing happens to what they watch', async () => {
    const store = openMemoryStore({ now: () => 0 })
    const hub = new WatchHub(store)
    const [asked, silent]: [string[], string[]] = [[], []]
    hub.join(viewOf(resource), watcherInto(asked, true))
    hub.join(viewOf(resource), watcherInto(silent, false))
    await put(store, { ...podKey('elsewhere'), resource: '/secrets' })
    hub.bookmarkAll()
    const metadata = `{"resourceVersion":"${store.revision}"}`
    assert.deepEqual(asked, [`{"type":"BOOKMARK","object":{"kind":"Pod","metadata":${metadata}}}\n`])
    assert.deepEqual(silent, [])
    hub.close()
  })

  it('turns an event into bytes once for all who see the same', async () => {
    const store = openMemoryStore({ now: () => 0 })
    const hub = new WatchHub(store)
    let rendered = 0
    const render: WatchView['render'] = ({ bytes }) => {
      rendered++
      return bytes
    }
    const shown = { ...viewOf(resource), render }
    const seen: Buffer[] = []
    const write = (bytes: Buffer): void => void seen.push(bytes)
    const nothing = (): undefined => undefined
    for (let count = 0; count < 100; count++) {
      hub.join(
        shown,
        new Watcher(
          { write, buffered: 0, end: nothing, cut: nothing, onClose: nothing },
          { after: 0, bookmarks: false },
        ),
      )
    }
    await put(store, podKey('a'))
    assert.deepEqual([rendered, seen.length, new Set(seen).size], [1, 100, 1])
    hub.close()
  })
})
