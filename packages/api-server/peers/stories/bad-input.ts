import type { Body } from '../exchange.ts'
import { get, partialAccept, patch, post, put, type Request, tableAccept } from '../exchange.ts'
import type { Story } from '../story.ts'
import { configMap, custom, definition, install, type JsonObject } from './objects.ts'

const bodies: Record<string, Body> = {
  nothing: { raw: '' },
  'a blank': { raw: ' ' },
  'half of JSON': { raw: '{"metadata":' },
  'no quotes': { raw: '{metadata: {name: x}}' },
  'a trailing comma': { raw: '{"metadata":{"name":"comma"},}' },
  'JSON and more': { raw: '{"metadata":{"name":"more"}} trailing' },
  'two objects': { raw: '{"metadata":{"name":"one"}}{"metadata":{"name":"two"}}' },
  'a list': [],
  'a text': 'text',
  'a number': 7,
  true: true,
  null: null,
  'metadata of a list': { metadata: [] },
  'metadata of a text': { metadata: 'x' },
  'a name of a number': { metadata: { name: 7 } },
  'data of a list': { metadata: { name: 'x' }, data: [] },
  'data of a text': { metadata: { name: 'x' }, data: 'text' },
  'data of numbers': { metadata: { name: 'x' }, data: { a: 1 } },
  'data of objects': { metadata: { name: 'x' }, data: { a: {} } },
  'data of null': { metadata: { name: 'null-data' }, data: { a: null } },
  'binary data that is no base64': { metadata: { name: 'x' }, binaryData: { a: 'not base64!' } },
  'binary data': { metadata: { name: 'binary' }, binaryData: { a: 'AAEC/w==' } },
  'the same key in both': { metadata: { name: 'x' }, data: { a: '1' }, binaryData: { a: 'AAEC' } },
  'a bad key': { metadata: { name: 'x' }, data: { 'a b': '1' } },
  'a key of dots': { metadata: { name: 'x' }, data: { '..': '1' } },
  'an immutable text': { metadata: { name: 'x' }, immutable: 'yes' },
  'bad UTF-8': new Uint8Array([
    ...Buffer.from('{"metadata":{"name":"utf"},"data":{"a":"'),
    0xff,
    0xfe,
    ...Buffer.from('"}}'),
  ]),
  'an escaped half of a pair': { raw: '{"metadata":{"name":"half"},"data":{"a":"\\ud800"}}' },
  'a null character': { raw: '{"metadata":{"name":"nul"},"data":{"a":"\\u0000"}}' },
  'a raw control character': { raw: '{"metadata":{"name":"ctl"},"data":{"a":"\u0001"}}' },
  'a byte order mark': { raw: '\ufeff{"metadata":{"name":"bom"}}' },
  'keys like prototypes': {
    raw: '{"metadata":{"name":"proto"},"data":{"__proto__":"a","constructor":"b","toString":"c"}}',
  },
  'the root like a prototype': { raw: '{"__proto__":{"x":1},"metadata":{"name":"proto2"}}' },
  'very deep': { raw: `{"metadata":{"name":"deep"},"x":${'['.repeat(11_000)}${']'.repeat(11_000)}}` },
  'a long number': { raw: '{"metadata":{"name":"long","generation":123456789012345678901234567890}}' },
  'a fraction for an integer': { raw: '{"metadata":{"name":"fraction","generation":1.5}}' },
  'an exponent for an integer': { raw: '{"metadata":{"name":"exponent","generation":1e2}}' },
  'an integer with a fraction of zero': { raw: '{"metadata":{"name":"zero","generation":1.0}}' },
  'a bad time': { metadata: { name: 'x', creationTimestamp: 'yesterday' } },
  'a time with an offset': { metadata: { name: 'offset', creationTimestamp: '2020-01-01T00:00:00+02:00' } },
}

const shapes: Story = {
  name: 'bad-input/bodies',
  run: async (api) => {
    const all = api.path('configmaps')
    for (const [because, body] of Object.entries(bodies)) await api.step(because, post(all, body))
    await api.step('no body at all', post(all))
    await api.quietly(post(all, configMap('c')))
    for (const because of ['nothing', 'half of JSON', 'a list', 'null', 'data of numbers'])
      await api.step(`${because}, as an update`, put(`${all}/c`, bodies[because] ?? null))
    await api.step('too large', post(all, configMap('large', { a: 'x'.repeat(3_200_000) })))
    await api.step('too large for a ConfigMap', post(all, configMap('large', { a: 'x'.repeat(1_100_000) })))
    await api.step(
      'as large as may be',
      post(all, configMap('large', { a: 'x'.repeat(1_048_576) })),
      () => 'created',
    )
    await api.step(
      'a JSON patch of too many operations',
      patch(
        'json',
        `${all}/c`,
        Array.from({ length: 10_001 }, () => ({ op: 'test', path: '/kind', value: 'ConfigMap' })),
      ),
    )
    await api.step(
      'a Secret too large',
      post(api.path('secrets'), { metadata: { name: 'large' }, stringData: { a: 'x'.repeat(1_048_577) } }),
    )
  },
}

const media: Story = {
  name: 'bad-input/media',
  run: async (api) => {
    const all = api.path('configmaps')
    await api.quietly(post(all, configMap('c', { a: '1' })))
    let count = 0
    const typed = (type: string, raw = JSON.stringify(configMap(`t${count++}`))): Request =>
      post(all, { raw }, { type })
    const cases: Record<string, Request> = {
      JSON: typed('application/json'),
      'JSON with a charset': typed('application/json; charset=utf-8'),
      'upper case': typed('APPLICATION/JSON'),
      text: typed('text/plain'),
      XML: typed('application/xml'),
      'a form': typed('application/x-www-form-urlencoded'),
      nonsense: typed('nonsense'),
      'an empty type': typed(''),
      YAML: typed('application/yaml', 'metadata: {name: yaml}\ndata: {a: "1"}\n'),
      'YAML that is broken': typed('application/yaml', 'a: [b'),
      'YAML of JSON': typed('application/yaml'),
      'YAML with tabs': typed('application/yaml', 'metadata:\n\tname: x\n'),
      'YAML 1.1 words': typed(
        'application/yaml',
        'metadata: {name: words, annotations: {a: "on"}}\ndata: {b: yes}\n',
      ),
      CBOR: typed('application/cbor'),
      'protobuf that is none': typed('application/vnd.kubernetes.protobuf', 'nonsense'),
      'JSON patch for a create': typed('application/json-patch+json'),
      'accept of XML': get(`${all}/c`, { accept: 'application/xml' }),
      'accept of anything': get(`${all}/c`, { accept: '*/*' }),
      'accept of application': get(`${all}/c`, { accept: 'application/*' }),
      'accept of text': get(`${all}/c`, { accept: 'text/*' }),
      'accept of nothing': get(`${all}/c`, { accept: '' }),
      'accept with qualities': get(`${all}/c`, { accept: 'application/xml;q=0.9,application/json;q=0.1' }),
      'accept with a bad quality': get(`${all}/c`, { accept: 'application/json;q=x' }),
      'accept of YAML': get(`${all}/c`, { accept: 'application/yaml' }),
      'accept of CBOR': get(`${all}/c`, { accept: 'application/cbor' }),
      'accept with pretty': get(`${all}/c`, { accept: 'application/json;pretty=1' }),
      'accept with an unknown parameter': get(`${all}/c`, { accept: 'application/json;x=y' }),
      'a table of version 1beta1': get(all, { accept: 'application/json;as=Table;v=v1beta1;g=meta.k8s.io' }),
      'a table of another version': get(all, { accept: 'application/json;as=Table;v=v7;g=meta.k8s.io' }),
      'a table of another group': get(all, { accept: 'application/json;as=Table;v=v1;g=nobody' }),
      'something else': get(all, { accept: 'application/json;as=Chair;v=v1;g=meta.k8s.io' }),
      'something else with a way out': get(all, {
        accept: 'application/json;as=Chair;v=v1;g=meta.k8s.io,application/json',
      }),
      'metadata of a list as of one': get(all, { accept: partialAccept }),
      'metadata of one as of a list': get(`${all}/c`, {
        accept: 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io',
      }),
      'metadata of version 1beta1': get(`${all}/c`, {
        accept: 'application/json;as=PartialObjectMetadata;v=v1beta1;g=meta.k8s.io',
      }),
      'a table of what is missing': get(`${all}/none`, { accept: tableAccept }),
      'a table with whole objects': get(`${all}/c`, { accept: tableAccept, query: 'includeObject=Object' }),
      'a table without objects': get(`${all}/c`, { accept: tableAccept, query: 'includeObject=None' }),
      'a table with nonsense': get(`${all}/c`, { accept: tableAccept, query: 'includeObject=Nonsense' }),
      'a created object as a table': {
        ...post(all, configMap('tabled')),
        headers: { accept: tableAccept, 'content-type': 'application/json' },
      },
      'a created object as metadata': {
        ...post(all, configMap('partial')),
        headers: { accept: partialAccept, 'content-type': 'application/json' },
      },
    }
    for (const [because, request] of Object.entries(cases)) await api.step(because, request)
  },
}

const customMedia: Story = {
  name: 'bad-input/custom',
  run: async (api) => {
    const group = 'media.example.com'
    const schema: JsonObject = {
      type: 'object',
      properties: { spec: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
    }
    await install(api, definition({ group, schema }))
    const all = api.path(`${group}/v1 widgets`)
    const start = `"apiVersion":"${group}/v1","kind":"Widget"`
    const cases: Record<string, Request> = {
      'protobuf body': post(all, { raw: 'k8s\0' }, { type: 'application/vnd.kubernetes.protobuf' }),
      'protobuf answer': get(all, { accept: 'application/vnd.kubernetes.protobuf' }),
      'protobuf or JSON': get(all, { accept: 'application/vnd.kubernetes.protobuf,application/json' }),
      YAML: post(
        all,
        {
          raw: `apiVersion: ${group}/v1\nkind: Widget\nmetadata: {name: yaml}\nspec: {on: yes, octal: 0777, text: "no", date: 2020-01-01, nothing: ~, float: 1.0, big: 9007199254740993}\n`,
        },
        { type: 'application/yaml' },
      ),
      numbers: post(all, {
        raw: `{${start},"metadata":{"name":"numbers"},"spec":{"big":9007199254740993,"max":9223372036854775807,"over":9223372036854775808,"float":1.10,"exp":1E5,"small":1e-7,"minus":-0,"zero":0.0}}`,
      }),
      'keys like prototypes': post(all, {
        raw: `{${start},"metadata":{"name":"proto"},"spec":{"__proto__":{"a":1},"constructor":{"prototype":1}}}`,
      }),
      'the numbers read': get(`${all}/numbers`),
      'the prototypes read': get(`${all}/proto`),
      'a half of a pair': post(all, { raw: `{${start},"metadata":{"name":"half"},"spec":{"a":"\\ud800"}}` }),
      'bad UTF-8': post(
        all,
        new Uint8Array([
          ...Buffer.from(`{${start},"metadata":{"name":"utf"},"spec":{"a":"`),
          0xff,
          ...Buffer.from('"}}'),
        ]),
      ),
      empty: post(all, { raw: '' }),
      half: post(all, { raw: '{' }),
      'spec of a list': post(all, custom(group, 'list', { spec: [] })),
      'metadata of a list': post(all, { apiVersion: `${group}/v1`, kind: 'Widget', metadata: [] }),
      'a name of a number': post(all, { apiVersion: `${group}/v1`, kind: 'Widget', metadata: { name: 7 } }),
      'no name': post(all, { apiVersion: `${group}/v1`, kind: 'Widget' }),
      'a bad name': post(all, custom(group, 'Bad')),
      'another namespace': post(all, custom(group, 'x', { metadata: { name: 'x', namespace: 'other' } })),
    }
    for (const [because, request] of Object.entries(cases)) await api.step(because, request)
  },
}

export const badInputStories: readonly Story[] = [shapes, media, customMedia]
