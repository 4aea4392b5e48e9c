import { type Json, post } from '../exchange.ts'
import type { Story } from '../story.ts'
import { custom, definition, install, type JsonObject } from './objects.ts'
import { list, props, text, whole } from './schema-parts.ts'

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

export const keywordStory: Story = {
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
