import { get, type Json, patch, post, put, remove, tableAccept, withQuery } from '../exchange.ts'
import { at } from '../json-answer.ts'
import type { Api, Story } from '../story.ts'
import { clusterKinds } from './cluster-kinds.ts'
import { configurationKinds } from './configuration-kinds.ts'
import type { JsonObject } from './objects.ts'
import { serviceKinds } from './service-kinds.ts'
import { type BuiltIn, workloadKinds } from './workload-kinds.ts'

/** Creates the least of a kind, looks at it from all sides, changes and deletes it, and tries what else may be said. */
function storyOf(kind: string, { resource, least, others = {} }: BuiltIn): Story {
  return {
    name: `built-in/${kind}`,
    run: async (api) => {
      const all = collection(api, resource)
      const body = (over: JsonObject = {}, name = 'least'): JsonObject =>
        JSON.parse(
          JSON.stringify({ metadata: { name }, ...least, ...over }).replaceAll('NAMESPACE', api.namespace),
        )
      const name = kind === 'APIService' ? 'v1.g.example.com' : kind === 'IPAddress' ? '10.96.0.200' : 'least'
      const one = `${all}/${name}`
      await api.step('the least', post(all, body({}, name)))
      await api.step('without a body', post(withQuery(all, 'dryRun=All'), { metadata: { name: 'bare' } }))
      await api.step('with a bad name', post(withQuery(all, 'dryRun=All'), body({}, 'Bad Name')))
      const read = await api.step('read', get(one))
      await api.step('as a table', get(one, { accept: tableAccept }))
      await api.step('written back', put(one, read.body))
      await api.step('a label', patch('merge', one, { metadata: { labels: { a: 'b' } } }))
      await api.step('an annotation', patch('merge', one, { metadata: { annotations: { a: 'b' } } }))
      await api.step(
        'applied',
        patch('apply', withQuery(one, 'fieldManager=m&force=true'), {
          ...body({}, name),
          apiVersion: at(read.body, 'apiVersion') ?? '',
          kind: at(read.body, 'kind') ?? '',
        } as Json),
      )
      await api.step('without a version', put(one, body({}, name)))
      let count = 0
      for (const [because, over] of Object.entries(others))
        await api.step(because, post(withQuery(all, 'dryRun=All'), body(over, `other-${count++}`)))
      await api.step('deleted', remove(one))
    },
  }
}

/** Cluster-scoped objects of one kind must not meet those of other stories: their names are the story's own. */
function collection(api: Api, resource: string): string {
  if (!resource.startsWith('/')) return api.path(resource)
  const [version, plural] = resource.slice(1).split(' ')
  return version === 'v1' ? `/api/v1/${plural}` : `/apis/${version}/${plural}`
}

export const builtInStories: readonly Story[] = Object.entries({
  ...workloadKinds,
  ...serviceKinds,
  ...configurationKinds,
  ...clusterKinds,
}).map(([kind, builtIn]) => storyOf(kind, builtIn))
