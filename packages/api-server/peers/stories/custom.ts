import { get, type Json, patch, post, put, tableAccept } from '../exchange.ts'
import { listAt, textAt } from '../json-answer.ts'
import type { Story } from '../story.ts'
import { custom, definition, install, type JsonObject } from './objects.ts'

const props = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  ...more,
})
const text = (more: JsonObject = {}): JsonObject => ({ type: 'string', ...more })
const whole = (more: JsonObject = {}): JsonObject => ({ type: 'integer', ...more })
const list = (items: JsonObject, more: JsonObject = {}): JsonObject => ({ type: 'array', items, ...more })

/** One field a keyword, with values for it: those that a schema must take and those that it must refuse. */
const fields: Record<string, readonly [JsonObject, readonly Json[]]> = {
  text: [text(), ['x', '', 1, true, null, [], {}]],
  whole: [whole(), [1, -1, 1.5, '1', 1e20, null]],
  number: [{ type: 'number' }, [1, 1.5, '1', null]],
  flag: [{ type: 'boolean' }, [true, 'true', 0]],
  length: [text({ minLength: 2, maxLength: 4 }), ['a', 'ab', 'abcde', 'ééé', '😀😀😀😀', '😀😀😀😀😀']],
  pattern: [text({ pattern: '^[a-z]+$' }), ['abc', 'ABC', 'abc1']],
  loosePattern: [text({ pattern: 'b' }), ['abc', 'ac']],
  choice: [text({ enum: ['a', 'b'] }), ['a', 'c', '']],
  wholeChoice: [whole({ enum: [1, 2] }), [1, 3]],
  range: [whole({ minimum: 1, maximum: 10 }), [0, 1, 10, 11]],
  open: [
    { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 1, exclusiveMaximum: true },
    [0, 0.5, 1],
  ],
  multiple: [{ type: 'number', multipleOf: 0.5 }, [1.5, 1.3]],
  items: [list(whole(), { minItems: 1, maxItems: 2 }), [[], [1], [1, 2, 3], ['x'], [null]]],
  members: [
    { type: 'object', additionalProperties: whole(), minProperties: 1, maxProperties: 2 },
    [{}, { a: 1 }, { a: 1, b: 2, c: 3 }, { a: 'x' }],
  ],
  required: [
    props({ a: text(), b: text() }, { required: ['a', 'b'] }),
    [{}, { a: 'x' }, { a: 'x', b: 'y' }, { a: null, b: 'y' }],
  ],
  nullable: [text({ nullable: true }), [null, 'x']],
  set: [
    list(text(), { 'x-kubernetes-list-type': 'set' }),
    [
      ['a', 'b'],
      ['a', 'a'],
      ['a', 'b', 'a', 'b'],
    ],
  ],
  map: [
    list(props({ k: text(), v: whole() }, { required: ['k'] }), {
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['k'],
    }),
    [[{ k: 'a' }, { k: 'b' }], [{ k: 'a' }, { k: 'a' }], [{ v: 1 }]],
  ],
  either: [{ 'x-kubernetes-int-or-string': true }, [1, '1', true, 1.5]],
  anyOf: [
    props({ a: text(), b: text() }, { anyOf: [{ required: ['a'] }, { required: ['b'] }] }),
    [{}, { a: 'x' }, { a: 'x', b: 'y' }],
  ],
  oneOf: [
    props({ a: text(), b: text() }, { oneOf: [{ required: ['a'] }, { required: ['b'] }] }),
    [{}, { a: 'x' }, { a: 'x', b: 'y' }],
  ],
  allOf: [text({ allOf: [{ minLength: 2 }, { pattern: 'x' }] }), ['x', 'ab', 'xx']],
  not: [text({ not: { pattern: 'x' } }), ['x', 'y']],
  embedded: [
    props({ spec: props({ a: text() }) }, { 'x-kubernetes-embedded-resource': true }),
    [
      {},
      { apiVersion: 'v1', kind: 'X', metadata: { name: 'a', nonsense: 1 }, spec: { a: 'x', b: 1 } },
      { apiVersion: 'v1', kind: 'X', metadata: { name: 'Bad Name' } },
      { apiVersion: 'a/b/c', kind: 'X' },
    ],
  ],
}

const formats: Record<string, readonly string[]> = {
  date: ['2020-01-31', '2020-13-01', 'x'],
  'date-time': ['2020-01-31T00:00:00Z', '2020-01-31T00:00:00+01:00', '2020-01-31', '2020-01-31 00:00:00Z'],
  duration: ['1h', '1 h', '5m30s', 'P1D', 'x'],
  email: ['a@b.c', 'a', 'A <a@b.c>'],
  hostname: ['a.b', 'a_b', '-a', 'a'.repeat(64)],
  ipv4: ['1.2.3.4', '1.2.3', '::1', '01.2.3.4'],
  ipv6: ['::1', '1.2.3.4', 'g::'],
  cidr: ['10.0.0.0/8', '10.0.0.0', '10.0.0.0/33'],
  uri: ['http://a/b', 'a', '/a', '::'],
  uuid: ['00000000-0000-4000-8000-000000000000', '00000000', '00000000000040008000000000000000'],
  uuid4: ['00000000-0000-4000-8000-000000000000', '00000000-0000-3000-8000-000000000000'],
  byte: ['YWJj', 'not base64!', ''],
  mac: ['01:23:45:67:89:ab', '01:23'],
  hexcolor: ['#fff', '#ffffff', 'fff', 'red'],
  rgbcolor: ['rgb(1,2,3)', 'rgb(1,2)'],
  creditcard: ['4111111111111111', '1'],
  isbn: ['978-3-16-148410-0', '1'],
  ssn: ['111-11-1111', '1'],
  bsonobjectid: ['507f1f77bcf86cd799439011', '1'],
  password: ['x'],
  'k8s-short-name': ['abc', 'a.b', 'Abc'],
  'k8s-long-name': ['a.b', 'A'],
  nonsense: ['x'],
}

const keywords: Story = {
  name: 'custom/keywords',
  run: async (api) => {
    const group = 'keywords.example.com'
    const properties = Object.fromEntries(Object.entries(fields).map(([name, [schema]]) => [name, schema]))
    const formatted = Object.fromEntries(
      Object.keys(formats).map((format) => [`f${format.replaceAll('-', '')}`, text({ format })]),
    )
    await install(api, definition({ group, schema: props({ spec: props({ ...properties, ...formatted }) }) }))
    const all = api.path(`${group}/v1 widgets`)
    const attempt = (field: string, value: Json): Promise<unknown> =>
      api.step(
        `${field} = ${JSON.stringify(value).slice(0, 60)}`,
        post(`${all}?dryRun=All`, custom(group, 'w', { spec: { [field]: value } })),
      )
    for (const [field, [, values]] of Object.entries(fields)) {
      for (const value of values) await attempt(field, value)
    }
    for (const [format, values] of Object.entries(formats)) {
      for (const value of values) await attempt(`f${format.replaceAll('-', '')}`, value)
    }
    await api.step(
      'all mistakes are told at once',
      post(
        all,
        custom(group, 'w', {
          spec: {
            text: 1,
            length: 'a',
            choice: 'z',
            range: 99,
            items: [],
            required: {},
            set: ['a', 'a'],
            map: [{ k: 'a' }, { k: 'a' }],
            either: true,
          },
        }),
      ),
    )
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

const rules = (...validations: readonly JsonObject[]): JsonObject => ({
  'x-kubernetes-validations': validations,
})

const cel: Story = {
  name: 'custom/rules',
  run: async (api) => {
    const group = 'rules.example.com'
    const field = text({ maxLength: 50 })
    const schema = props({
      spec: props(
        {
          name: { ...field, ...rules({ rule: 'self == oldSelf', message: 'name is immutable' }) },
          min: whole(),
          max: whole(),
          items: list(props({ key: field, value: field }, { required: ['key'] }), {
            maxItems: 10,
            'x-kubernetes-list-type': 'map',
            'x-kubernetes-list-map-keys': ['key'],
            ...rules({ rule: 'self.all(x, self.exists_one(y, x.key == y.key))' }),
          }),
          labels: {
            type: 'object',
            maxProperties: 5,
            additionalProperties: field,
            ...rules({
              rule: 'self.all(k, k.startsWith("x-"))',
              messageExpression: '"keys must start with " + "x-"',
            }),
          },
          when: text({ format: 'date-time', ...rules({ rule: 'self > timestamp("2020-01-01T00:00:00Z")' }) }),
          howLong: text({ format: 'duration', ...rules({ rule: 'self < duration("1h")' }) }),
          amount: {
            'x-kubernetes-int-or-string': true,
            maxLength: 20,
            ...rules({ rule: 'type(self) == int ? self < 10 : quantity(self).isLessThan(quantity("10Mi"))' }),
          },
          address: { ...field, ...rules({ rule: 'isIP(self) && ip(self).family() == 4' }) },
          link: {
            ...field,
            ...rules({
              rule: 'isURL(self) && url(self).getScheme() == "https"',
              reason: 'FieldValueForbidden',
            }),
          },
          words: list(field, {
            maxItems: 5,
            ...rules(
              { rule: 'self.isSorted()', message: 'must be sorted' },
              { rule: 'self.indexOf("z") < 0', messageExpression: '"z stands after " + self[0]' },
            ),
          }),
          secret: {
            ...field,
            ...rules({ rule: 'self.matches("^[a-z]+$") && self.size() > 2', fieldPath: '' }),
          },
          'odd-name': whole(),
        },
        rules(
          {
            rule: '!has(self.min) || !has(self.max) || self.min <= self.max',
            message: 'min must not be above max',
          },
          {
            rule: 'has(self.name) || !has(self.min)',
            message: 'name is required with min',
            fieldPath: '.name',
            reason: 'FieldValueRequired',
          },
          { rule: '!has(self.odd__dash__name) || self.odd__dash__name != 13' },
          { rule: 'self.?min.orValue(0) < 100', message: 'min below 100' },
        ),
      ),
    })
    await install(api, definition({ group, schema }))
    const all = api.path(`${group}/v1 widgets`)
    const specs: Record<string, JsonObject> = {
      fine: { name: 'a', min: 1, max: 2 },
      'min above max': { name: 'a', min: 3, max: 2 },
      'min without name': { min: 1 },
      'two mistakes': { min: 300, max: 2 },
      'a bad key': { labels: { a: 'b', 'x-c': 'd' } },
      'good keys': { labels: { 'x-c': 'd' } },
      'an early time': { when: '2010-01-01T00:00:00Z' },
      'a late time': { when: '2030-01-01T00:00:00Z' },
      'a long duration': { howLong: '2h' },
      'a short duration': { howLong: '2m' },
      'a large amount': { amount: 17 },
      'a large quantity': { amount: '1Gi' },
      'a small quantity': { amount: '5Mi' },
      'a quantity that is none': { amount: 'much' },
      'an address': { address: '1.2.3.4' },
      'an address of the other family': { address: '::1' },
      'no address': { address: 'x' },
      'a link': { link: 'https://a/b' },
      'a link of another scheme': { link: 'http://a/b' },
      'sorted words': { words: ['a', 'b'] },
      'words in disorder': { words: ['b', 'a'] },
      'words with a z': { words: ['a', 'z'] },
      'a short secret': { secret: 'ab' },
      'an odd name': { 'odd-name': 13 },
      'rules wait for types': { min: 'x', labels: { a: 'b' } },
      'rules wait for required': { items: [{ value: 'x' }] },
    }
    for (const [because, spec] of Object.entries(specs))
      await api.step(because, post(`${all}?dryRun=All`, custom(group, 'w', { spec })))
    await api.quietly(post(all, custom(group, 'w', { spec: { name: 'a' } })))
    await api.step('what may not change', patch('merge', `${all}/w`, { spec: { name: 'b' } }))
    await api.step('what may go', patch('merge', `${all}/w`, { spec: { name: null } }))
    await api.step('what may come', patch('merge', `${all}/w`, { spec: { name: 'c' } }))
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

const ratcheting: Story = {
  name: 'custom/ratcheting',
  run: async (api) => {
    const group = 'ratchet.example.com'
    const schema = (maximum: number): JsonObject =>
      props({
        spec: props({
          size: whole({ maximum }),
          other: text(),
          list: list(props({ k: text(), v: whole({ maximum }) }, { required: ['k'] }), {
            'x-kubernetes-list-type': 'map',
            'x-kubernetes-list-map-keys': ['k'],
          }),
          plain: list(whole({ maximum })),
          ruled: { ...text({ maxLength: 20 }), ...rules({ rule: `self != "bad" || ${maximum} == 100` }) },
        }),
      })
    await install(api, definition({ group, schema: schema(100) }))
    const all = api.path(`${group}/v1 widgets`)
    await api.quietly(
      post(
        all,
        custom(group, 'w', {
          spec: {
            size: 50,
            list: [
              { k: 'a', v: 50 },
              { k: 'b', v: 1 },
            ],
            plain: [50],
            ruled: 'bad',
          },
        }),
      ),
    )
    const definitionPath = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/widgets.${group}`
    await api.quietly(
      patch('json', definitionPath, [
        { op: 'replace', path: '/spec/versions/0/schema/openAPIV3Schema', value: schema(10) },
      ]),
    )
    await api.settled(
      post(`${all}?dryRun=All`, custom(group, 'x', { spec: { size: 50 } })),
      ({ status }) => status === 422,
    )
    await api.step('what is not touched may stay wrong', patch('merge', `${all}/w`, { spec: { other: 'x' } }))
    await api.step('what is touched may not', patch('merge', `${all}/w`, { spec: { size: 51 } }))
    await api.step(
      'an element beside a wrong one',
      patch('json', `${all}/w`, [{ op: 'replace', path: '/spec/list/1/v', value: 2 }]),
    )
    await api.step(
      'a wrong element',
      patch('json', `${all}/w`, [{ op: 'replace', path: '/spec/list/0/v', value: 60 }]),
    )
    await api.step(
      'a list without keys',
      patch('json', `${all}/w`, [{ op: 'add', path: '/spec/plain/-', value: 1 }]),
    )
    await api.step('a rule', patch('merge', `${all}/w`, { spec: { ruled: 'good' } }))
    await api.step('a rule broken again', patch('merge', `${all}/w`, { spec: { ruled: 'bad' } }))
    const { body } = await api.quietly(get(`${all}/w`))
    await api.step('an update of the same', put(`${all}/w`, body))
  },
}

export const customStories: readonly Story[] = [keywords, defaulting, cel, columns, selectable, ratcheting]
