import { get, type Json, patch, post, put, type Request, remove, tableAccept } from '../exchange.ts'
import { listAt, textAt } from '../json-answer.ts'
import type { Story } from '../story.ts'
import { keywordStory } from './custom-keywords.ts'
import { ruleStories } from './custom-rules.ts'
import { custom, definition, install, type JsonObject } from './objects.ts'
import { list, props, text, whole } from './schema-parts.ts'

const scopes: Story = {
  name: 'custom/scopes',
  run: async (api) => {
    for (const scope of ['Namespaced', 'Cluster'] as const) {
      const group = `${scope.toLowerCase()}.scopes.example.com`
      await install(api, definition({ group, scope }))
      for (const all of [`/apis/${group}/v1/widgets`, api.path(`${group}/v1 widgets`)]) {
        const widget = custom(group, 'w', {})
        const steps: Record<string, Request> = {
          create: post(all, widget),
          list: get(all),
          get: get(`${all}/w`),
          update: put(`${all}/w`, widget),
          delete: remove(`${all}/w`),
          'delete all': remove(all),
        }
        for (const [what, request] of Object.entries(steps))
          await api.step(`${what} ${scope} at ${all}`, request, () => null)
      }
    }
  },
}

const defaulting: Story = {
  name: 'custom/defaults',
  run: async (api) => {
    const group = 'defaults.example.com'
    const schema = props({
      spec: props(
        {
          size: whole({ default: 3 }),
          nested: props({
            a: text({ default: 'x' }),
            deep: props({ b: whole({ default: 1 }) }, { default: {} }),
          }),
          given: props({ c: text({ default: 'y' }), keep: whole() }, { default: { keep: 5 } }),
          list: list(props({ name: text(), mode: text({ default: 'auto' }) })),
          map: { type: 'object', additionalProperties: props({ v: whole({ default: 7 }) }) },
          maybe: text({ nullable: true, default: 'd' }),
          never: text({ default: 'n' }),
          open: props({ known: whole({ default: 1 }) }, { 'x-kubernetes-preserve-unknown-fields': true }),
        },
        { default: {} },
      ),
      status: props({ phase: text({ default: 'New' }) }),
    })
    await install(api, definition({ group, schema, version: { subresources: { status: {} } } }))
    const all = api.path(`${group}/v1 widgets`)
    const specs: Record<string, JsonObject> = {
      nothing: {},
      'an empty spec': { spec: {} },
      'a nested object': {
        spec: { nested: {}, list: [{ name: 'a' }, { name: 'b', mode: 'off' }], map: { k: {}, l: { v: 1 } } },
      },
      nulls: { spec: { size: null, nested: null, maybe: null, never: null, list: null } },
      'unknown fields': {
        spec: { nonsense: 1, nested: { nonsense: 1 }, open: { nonsense: 1 } },
        nonsense: 1,
      },
      'a null spec': { spec: null },
      'a status': { spec: {}, status: {} },
    }
    let count = 0
    for (const [because, rest] of Object.entries(specs))
      await api.step(because, post(all, custom(group, `w${count++}`, rest)))
    await api.step('status defaults when it is there', patch('merge', `${all}/w0/status`, { status: {} }))
    await api.step('removing what has a default', patch('merge', `${all}/w1`, { spec: { size: null } }))
    await api.step('read again', get(`${all}/w1`))
    const definitionPath = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/widgets.${group}`
    await api.quietly(
      patch('json', definitionPath, [
        {
          op: 'add',
          path: '/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/late',
          value: { type: 'string', default: 'late' },
        },
      ]),
    )
    await api.settled(get(`${all}/w1`), ({ body }) => textAt(body, 'spec.late') !== '')
    await api.step('a default that came later', get(`${all}/w1`))
  },
}

const columns: Story = {
  name: 'custom/columns',
  run: async (api) => {
    const group = 'columns.example.com'
    const column = (name: string, type: string, jsonPath: string, more: JsonObject = {}): JsonObject => ({
      name,
      type,
      jsonPath,
      ...more,
    })
    const additionalPrinterColumns = [
      column('Text', 'string', '.spec.text', { description: 'A text' }),
      column('Number', 'integer', '.spec.number'),
      column('Share', 'number', '.spec.share'),
      column('Flag', 'boolean', '.spec.flag'),
      column('Since', 'date', '.spec.since'),
      column('Ready', 'string', '.status.conditions[?(@.type=="Ready")].status', { priority: 1 }),
      column('First', 'string', '.spec.list[0]'),
      column('Last', 'string', '.spec.list[-1:]'),
      column('All', 'string', '.spec.list[*]'),
      column('Map', 'string', '.spec.map'),
      column('Odd', 'string', '.metadata.annotations.a\\.b/c'),
      column('Quoted', 'string', ".spec['text']"),
      column('Missing', 'integer', '.spec.missing'),
      column('Born', 'date', '.metadata.creationTimestamp'),
    ]
    await install(api, definition({ group, version: { additionalPrinterColumns } }))
    await install(api, definition({ group, kind: 'Plain' }))
    const all = api.path(`${group}/v1 widgets`)
    const spec = {
      text: 'x',
      number: 5,
      share: 0.5,
      flag: true,
      since: '2020-01-01T00:00:00Z',
      list: ['a', 'b'],
      map: { k: 'v', l: [1] },
    }
    const status = {
      conditions: [
        { type: 'Synced', status: 'False' },
        { type: 'Ready', status: 'True' },
      ],
    }
    await api.quietly(
      post(
        all,
        custom(group, 'full', { metadata: { name: 'full', annotations: { 'a.b/c': 'odd' } }, spec, status }),
      ),
    )
    await api.quietly(post(all, custom(group, 'empty')))
    await api.quietly(
      post(
        all,
        custom(group, 'wrong', {
          spec: { text: { a: 1 }, number: 'x', share: 'y', flag: 'z', since: 'never', list: 'q', map: 3 },
        }),
      ),
    )
    await api.quietly(
      post(
        all,
        custom(group, 'other', {
          spec: { text: 7, number: 1.5, share: 3, flag: null, since: 5, list: [], map: [] },
        }),
      ),
    )
    const withoutSince = (body: Json): Json => ({
      columns: listAt(body, 'columnDefinitions'),
      rows: listAt(body, 'rows').map((row) => ({ cells: listAt(row, 'cells') })),
    })
    await api.step('all', get(all, { accept: tableAccept }), withoutSince)
    await api.step('one', get(`${all}/full`, { accept: tableAccept }), withoutSince)
    await api.quietly(
      post(api.path(`${group}/v1 plains`), {
        apiVersion: `${group}/v1`,
        kind: 'Plain',
        metadata: { name: 'p' },
      }),
    )
    await api.step(
      'without columns',
      get(api.path(`${group}/v1 plains`), { accept: tableAccept }),
      withoutSince,
    )
  },
}

const selectable: Story = {
  name: 'custom/selectable',
  run: async (api) => {
    const group = 'selectable.example.com'
    const schema = props({ spec: props({ colour: text(), size: whole(), on: { type: 'boolean' } }) })
    await install(
      api,
      definition({
        group,
        schema,
        version: {
          selectableFields: [
            { jsonPath: '.spec.colour' },
            { jsonPath: '.spec.size' },
            { jsonPath: '.spec.on' },
          ],
        },
      }),
    )
    const all = api.path(`${group}/v1 widgets`)
    await api.quietly(post(all, custom(group, 'a', { spec: { colour: 'red', size: 1, on: true } })))
    await api.quietly(post(all, custom(group, 'b', { spec: { colour: 'blue', size: 2 } })))
    await api.quietly(post(all, custom(group, 'c', { spec: {} })))
    const names = (body: Json): Json => listAt(body, 'items').map((item) => textAt(item, 'metadata.name'))
    for (const selector of [
      'spec.colour=red',
      'spec.colour!=red',
      'spec.size=1',
      'spec.size=',
      'spec.on=true',
      'spec.on=false',
      'spec.colour=',
      'spec.other=x',
      'metadata.name=a,spec.colour=red',
    ]) {
      await api.step(selector, get(all, { query: `fieldSelector=${encodeURIComponent(selector)}` }), names)
    }
    const { body } = await api.quietly(get(all))
    const watch = await api.watch(
      'a watch by field',
      get(all, {
        query: `watch=true&resourceVersion=${textAt(body, 'metadata.resourceVersion')}&fieldSelector=spec.colour%3Dred`,
      }),
    )
    await api.quietly(patch('merge', `${all}/b`, { spec: { colour: 'red' } }))
    await api.quietly(patch('merge', `${all}/a`, { spec: { colour: 'blue' } }))
    await watch.arrived(2)
    await watch.close()
  },
}

export const customStories: readonly Story[] = [
  scopes,
  keywordStory,
  defaulting,
  columns,
  selectable,
  ...ruleStories,
]
