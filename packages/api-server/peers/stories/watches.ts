import { get, type Json, partialAccept, patch, post, put, remove, tableAccept } from '../exchange.ts'
import { at, textAt } from '../json-answer.ts'
import type { Api, Story } from '../story.ts'
import { configMap, custom, definition, install } from './objects.ts'

async function versionOf(api: Api, path: string): Promise<string> {
  const { body } = await api.quietly(get(path))
  return textAt(body, 'metadata.resourceVersion')
}

/** Two creations, a change, a change of nothing, and a deletion. */
async function happenings(api: Api): Promise<void> {
  const all = api.path('configmaps')
  await api.quietly(post(all, configMap('a', { x: '1' }, { keep: 'yes' })))
  await api.quietly(post(all, configMap('b', { x: '1' })))
  await api.quietly(patch('merge', `${all}/a`, { data: { x: '2' } }))
  await api.quietly(patch('merge', `${all}/a`, { data: { x: '2' } }))
  await api.quietly(patch('merge', `${all}/a`, { metadata: { labels: { keep: null } } }))
  await api.quietly(remove(`${all}/b`))
}

const live: Story = {
  name: 'watches/live',
  run: async (api) => {
    const all = api.path('configmaps')
    const version = await versionOf(api, all)
    const queries: Record<
      string,
      { readonly query: string; readonly accept?: string; readonly count: number }
    > = {
      'from a version': { query: `watch=true&resourceVersion=${version}`, count: 5 },
      'with 1 for true': { query: `watch=1&resourceVersion=${version}`, count: 5 },
      'by label': { query: `watch=true&resourceVersion=${version}&labelSelector=keep=yes`, count: 3 },
      'by name': { query: `watch=true&resourceVersion=${version}&fieldSelector=metadata.name=b`, count: 2 },
      'as tables': { query: `watch=true&resourceVersion=${version}`, accept: tableAccept, count: 5 },
      'as metadata': { query: `watch=true&resourceVersion=${version}`, accept: partialAccept, count: 5 },
      'with whole objects in tables': {
        query: `watch=true&resourceVersion=${version}&includeObject=Object`,
        accept: tableAccept,
        count: 5,
      },
      'without objects in tables': {
        query: `watch=true&resourceVersion=${version}&includeObject=None`,
        accept: tableAccept,
        count: 5,
      },
      'as a client without preference': {
        query: `watch=true&resourceVersion=${version}`,
        accept: '*/*',
        count: 5,
      },
      'with bookmarks': { query: `watch=true&resourceVersion=${version}&allowWatchBookmarks=true`, count: 5 },
    }
    const open = await Promise.all(
      Object.entries(queries).map(async ([because, { query, accept, count }]) => ({
        count,
        watch: await api.watch(because, get(all, { query, ...(accept === undefined ? {} : { accept }) })),
      })),
    )
    await happenings(api)
    for (const { count, watch } of open) {
      await watch.arrived(count)
      await watch.close()
    }
    const replay = await api.watch(
      'the same from the log',
      get(all, { query: `watch=true&resourceVersion=${version}` }),
    )
    await replay.arrived(5)
    await replay.close()
    const replayed = await api.watch(
      'by label from the log',
      get(all, { query: `watch=true&resourceVersion=${version}&labelSelector=keep=yes` }),
    )
    await replayed.arrived(3)
    await replayed.close()
  },
}

const starts: Story = {
  name: 'watches/starts',
  run: async (api) => {
    const all = api.path('configmaps')
    for (const name of ['c', 'a', 'b']) await api.quietly(post(all, configMap(name)))
    const list = 'sendInitialEvents=true&resourceVersionMatch=NotOlderThan'
    const queries: Record<
      string,
      { readonly query: string; readonly accept?: string; readonly count: number }
    > = {
      'from nowhere': { query: 'watch=true', count: 3 },
      'from 0': { query: 'watch=true&resourceVersion=0', count: 3 },
      'from 0 by name': { query: 'watch=true&resourceVersion=0&fieldSelector=metadata.name=b', count: 1 },
      'from 0 as tables': { query: 'watch=true&resourceVersion=0', accept: tableAccept, count: 3 },
      'with a limit': { query: 'watch=true&resourceVersion=0&limit=1', count: 3 },
      'all first': { query: `watch=true&allowWatchBookmarks=true&${list}`, count: 4 },
      'all first from 0': {
        query: `watch=true&allowWatchBookmarks=true&resourceVersion=0&${list}`,
        count: 4,
      },
      'all first from a version': {
        query: `watch=true&allowWatchBookmarks=true&resourceVersion=1&${list}`,
        count: 4,
      },
      'all first without bookmarks': { query: `watch=true&${list}`, count: 3 },
      'all first as tables': {
        query: `watch=true&allowWatchBookmarks=true&${list}`,
        accept: tableAccept,
        count: 4,
      },
      'all first as metadata': {
        query: `watch=true&allowWatchBookmarks=true&${list}`,
        accept: partialAccept,
        count: 4,
      },
      'all first by label that nothing has': {
        query: `watch=true&allowWatchBookmarks=true&labelSelector=x=y&${list}`,
        count: 1,
      },
      'nothing first': {
        query: 'watch=true&sendInitialEvents=false&resourceVersionMatch=NotOlderThan',
        count: 0,
      },
      'nothing first from 0': {
        query: 'watch=true&sendInitialEvents=false&resourceVersionMatch=NotOlderThan&resourceVersion=0',
        count: 0,
      },
    }
    for (const [because, { query, accept, count }] of Object.entries(queries)) {
      const watch = await api.watch(because, get(all, { query, ...(accept === undefined ? {} : { accept }) }))
      await watch.arrived(count)
      await watch.close()
    }
  },
}

const refusals: Story = {
  name: 'watches/refusals',
  run: async (api) => {
    const all = api.path('configmaps')
    const queries = [
      'watch=true&sendInitialEvents=true',
      'watch=true&resourceVersionMatch=NotOlderThan',
      'watch=true&sendInitialEvents=true&resourceVersionMatch=Exact',
      'watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&resourceVersion=abc',
      'watch=true&resourceVersion=abc',
      'watch=true&labelSelector=,',
      'watch=true&fieldSelector=spec.x=1',
      'watch=true&resourceVersion=-1',
      'watch=true&resourceVersion=0&resourceVersionMatch=Exact',
      'watch=true&continue=abc&resourceVersion=0&timeoutSeconds=1',
    ]
    for (const query of queries) {
      const watch = await api.watch(query, get(all, { query }))
      await watch.arrived(1)
      await watch.close()
    }
    const missing = await api.watch('an unknown resource', get(api.path('gadgets'), { query: 'watch=true' }))
    await missing.close()
    const unaccepted = await api.watch(
      'an accept that nobody serves',
      get(all, { query: 'watch=true', accept: 'application/xml' }),
    )
    await unaccepted.close()
    const timed = await api.watch(
      'until a timeout',
      get(all, { query: 'watch=true&resourceVersion=0&timeoutSeconds=1' }),
    )
    await timed.ended()
    const old = await api.watch('older than all history', get(all, { query: 'watch=true&resourceVersion=1' }))
    await old.arrived(1)
    await old.close()
  },
}

const single: Story = {
  name: 'watches/single',
  run: async (api) => {
    const one = api.path('configmaps/one')
    await api.quietly(post(api.path('configmaps'), configMap('one')))
    const old = await api.watch(
      'the old prefix',
      get(`/api/v1/watch/namespaces/${api.namespace}/configmaps?resourceVersion=0`),
    )
    const oldOne = await api.watch(
      'the old prefix with a name',
      get(`/api/v1/watch/namespaces/${api.namespace}/configmaps/one?resourceVersion=0`),
    )
    const byPath = await api.step('watch on a named path is a get', get(one, { query: 'watch=false' }))
    await api.quietly(
      put(one, { ...configMap('one', { y: '1' }), metadata: at(byPath.body, 'metadata') ?? null } as Json),
    )
    for (const watch of [old, oldOne]) {
      await watch.arrived(2)
      await watch.close()
    }
  },
}

const customObjects: Story = {
  name: 'watches/custom',
  run: async (api) => {
    const group = 'watched.example.com'
    const subresources = { status: {} }
    await install(api, definition({ group, version: { subresources } }))
    const all = api.path(`${group}/v1 widgets`)
    const version = await versionOf(api, all)
    const watches = await Promise.all([
      api.watch('objects', get(all, { query: `watch=true&resourceVersion=${version}` })),
      api.watch('tables', get(all, { query: `watch=true&resourceVersion=${version}`, accept: tableAccept })),
      api.watch(
        'metadata',
        get(all, { query: `watch=true&resourceVersion=${version}`, accept: partialAccept }),
      ),
    ])
    await api.quietly(
      post(
        all,
        custom(group, 'w', { spec: { a: 1 }, metadata: { name: 'w', finalizers: ['example.com/f'] } }),
      ),
    )
    await api.quietly(patch('merge', `${all}/w/status`, { status: { ready: true } }))
    await api.quietly(patch('merge', `${all}/w`, { spec: { a: 2 } }))
    await api.quietly(remove(`${all}/w`))
    await api.quietly(patch('merge', `${all}/w`, { metadata: { finalizers: null } }))
    for (const watch of watches) {
      await watch.arrived(5)
      await watch.close()
    }
    const last = await api.watch(
      'ends with the definition',
      get(all, { query: `watch=true&resourceVersion=${version}` }),
    )
    await last.arrived(5)
    await api.quietly(remove(`/apis/apiextensions.k8s.io/v1/customresourcedefinitions/widgets.${group}`))
    await last.ended()
  },
}

export const watchStories: readonly Story[] = [live, starts, refusals, single, customObjects]
