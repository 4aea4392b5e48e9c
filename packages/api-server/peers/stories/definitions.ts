import { get, type Json, patch, post, put, remove } from '../exchange.ts'
import { at, isObject, listAt, textAt } from '../json-answer.ts'
import type { Story } from '../story.ts'
import { definition, definitionsPath, install, type JsonObject } from './objects.ts'
import { refusedDefinitionStories } from './refused-definitions.ts'
import { props, version } from './schema-parts.ts'

const conditions = (body: Json): Json =>
  listAt(body, 'status.conditions').map((condition) =>
    isObject(condition) ? { ...condition, lastTransitionTime: '' } : condition,
  )

const life: Story = {
  name: 'definitions/life',
  run: async (api) => {
    const mine = 'life.example.com'
    const manifest = definition({
      group: mine,
      versions: [version('v1'), version('v2')],
      names: { shortNames: ['wl'] },
    })
    const one = `${definitionsPath}/widgets.${mine}`
    await api.step('created', post(definitionsPath, manifest), (body) => ({
      spec: at(body, 'spec') ?? null,
      generation: at(body, 'metadata.generation') ?? null,
      stored: at(body, 'status.storedVersions') ?? null,
    }))
    const established = await api.settled(get(one), ({ body }) =>
      JSON.stringify(body).includes('InitialNamesAccepted'),
    )
    await api.step('established', get(one), (body) => ({
      conditions: conditions(body),
      status: at(body, 'status.acceptedNames') ?? null,
      stored: at(body, 'status.storedVersions') ?? null,
    }))
    await api.step('created again', post(definitionsPath, manifest))
    await api.step('as a table', get(one, { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' }))
    await api.step('an update without a version', put(one, manifest))
    await api.step('the group cannot change', patch('merge', one, { spec: { group: 'other.example.com' } }))
    await api.step(
      'the kind cannot change',
      patch('merge', one, { spec: { names: { kind: 'Other', listKind: 'OtherList' } } }),
    )
    await api.step('the scope cannot change', patch('merge', one, { spec: { scope: 'Cluster' } }))
    await api.step(
      'a stored version cannot go',
      patch('json', one, [
        { op: 'remove', path: '/spec/versions/0' },
        { op: 'replace', path: '/spec/versions/0/storage', value: true },
      ]),
    )
    await api.step(
      'another storage version',
      patch('json', one, [
        { op: 'replace', path: '/spec/versions/0/storage', value: false },
        { op: 'replace', path: '/spec/versions/1/storage', value: true },
      ]),
      (body) => ({
        stored: at(body, 'status.storedVersions') ?? null,
        generation: at(body, 'metadata.generation') ?? null,
      }),
    )
    await api.step(
      'stored versions can be struck',
      patch('merge', `${one}/status`, { status: { storedVersions: ['v2'] } }),
      (body) => at(body, 'status.storedVersions') ?? null,
    )
    await api.step(
      'stored versions must hold the storage version',
      patch('merge', `${one}/status`, { status: { storedVersions: ['v1'] } }),
    )
    await api.step(
      'a version not served',
      patch('json', one, [{ op: 'replace', path: '/spec/versions/0/served', value: false }]),
      (body) => at(body, 'metadata.generation') ?? null,
    )
    await api.settled(get(api.path(`${mine}/v1 widgets`)), ({ status }) => status === 404)
    await api.step('is not found', get(api.path(`${mine}/v1 widgets`)))
    await api.step('the other is', get(api.path(`${mine}/v2 widgets`)))
    await api.step(
      'labels count no generation',
      patch('merge', one, { metadata: { labels: { a: textAt(established.body, 'spec.scope') } } }),
      (body) => at(body, 'metadata.generation') ?? null,
    )
    const rival = definition({
      group: mine,
      kind: 'Rival',
      names: { shortNames: ['wl'], singular: 'widget' },
    })
    await api.quietly(post(definitionsPath, rival))
    await api.settled(
      get(`${definitionsPath}/rivals.${mine}`),
      ({ body }) => listAt(body, 'status.conditions').length > 1,
    )
    await api.step('names that are taken', get(`${definitionsPath}/rivals.${mine}`), (body) => ({
      conditions: conditions(body),
      accepted: at(body, 'status.acceptedNames') ?? null,
    }))
    await api.step('the rival is not served', get(api.path(`${mine}/v1 rivals`)))
    await api.step('deleted', remove(`${definitionsPath}/rivals.${mine}`), () => 'deleted')
  },
}

const versions: Story = {
  name: 'definitions/versions',
  run: async (api) => {
    const mine = 'versions.example.com'
    const field = (name: string): JsonObject => ({
      openAPIV3Schema: props({
        spec: props({ [name]: { type: 'string' }, both: { type: 'string', default: name } }),
      }),
    })
    const list = [
      version('v1', { schema: field('one') }),
      version('v2', { schema: field('two'), deprecated: true }),
      version('v3', { schema: field('three'), deprecated: true, deprecationWarning: 'use v1 instead' }),
      version('v4', { served: false }),
    ]
    await install(api, definition({ group: mine, versions: list }))
    const path = (name: string): string => api.path(`${mine}/${name} widgets`)
    const widget = (name: string, spec: JsonObject): JsonObject => ({
      apiVersion: `${mine}/${name}`,
      kind: 'Widget',
      metadata: { name: 'w' },
      spec,
    })
    await api.step('created in the first', post(path('v1'), widget('v1', { one: '1', two: '2' })))
    await api.step('read in the second', get(`${path('v2')}/w`))
    await api.step('read in the third', get(`${path('v3')}/w`))
    await api.step('listed in the second', get(path('v2')))
    await api.step('patched in the second', patch('merge', `${path('v2')}/w`, { spec: { two: 'x' } }))
    await api.step(
      'applied in the third',
      patch('apply', `${path('v3')}/w?fieldManager=m`, widget('v3', { three: 'y' })),
    )
    await api.step('read in the first', get(`${path('v1')}/w`))
    await api.step('not served', get(path('v4')))
    await api.step('unknown', get(path('v9')))
    await api.step('the body of another version', post(path('v1'), widget('v2', {})))
    const { body } = await api.quietly(get(`${path('v2')}/w`))
    await api.step(
      'watched in the second',
      get(`${path('v2')}?watch=true&resourceVersion=0&timeoutSeconds=1`),
      (text) => (typeof text === 'string' ? text.split('\n').length : text),
    )
    await api.step('updated in the second', put(`${path('v2')}/w`, body))
    await api.step('deleted through the third', remove(`${path('v3')}/w`))
  },
}

export const definitionStories: readonly Story[] = [...refusedDefinitionStories, life, versions]
