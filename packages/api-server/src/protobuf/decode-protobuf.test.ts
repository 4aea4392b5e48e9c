import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Json } from '../json/json.ts'
import type { MessageWriter } from '../openapi/message-writer.ts'
import { decodeProtobuf } from './decode-protobuf.ts'
import { envelopeOf } from './envelope.testing.ts'
import { ProtobufError } from './protobuf-error.ts'

type Write = (message: MessageWriter) => void

const named: Write = (metadata) => metadata.text(1, 'x')
const within =
  (field: number, write: Write): Write =>
  (message) => {
    message.message(1, named)
    message.message(field, write)
  }

interface Row {
  readonly because: string
  readonly apiVersion: string
  readonly kind: string
  readonly write: Write
  readonly says: Json
}

const rows: readonly Row[] = [
  {
    because: 'plain fields are always on the wire and zero ones mean nothing',
    apiVersion: 'v1',
    kind: 'Namespace',
    write: (message) => {
      message.message(1, (metadata) => {
        metadata.text(1, 'x')
        metadata.texts(2, [''])
        metadata.message(8, () => {})
      })
      message.message(2, () => {})
    },
    says: { metadata: { name: 'x' }, spec: {} },
  },
  {
    because: 'a pointer keeps its zero: zero replicas were asked for',
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    write: within(2, (spec) => writeZero(spec, 1)),
    says: { metadata: { name: 'x' }, spec: { replicas: 0 } },
  },
  {
    because: 'an inlined struct has a message of its own and no name in JSON',
    apiVersion: 'v1',
    kind: 'PodTemplate',
    write: within(2, (template) =>
      template.message(2, (spec) =>
        spec.message(1, (volume) => {
          volume.text(1, 'v')
          volume.message(2, (source) => source.message(6, (secret) => secret.text(1, 's')))
        }),
      ),
    ),
    says: {
      metadata: { name: 'x' },
      template: { spec: { volumes: [{ name: 'v', secret: { secretName: 's' } }] } },
    },
  },
  {
    because: 'times are seconds and become text, with microseconds where the type has them',
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    write: (message) => {
      message.message(1, (metadata) => metadata.message(8, (time) => time.integer(1, 1_700_000_000)))
      message.message(2, (spec) =>
        spec.message(4, (time) => {
          time.integer(1, 1_700_000_000)
          time.integer(2, 42_000)
        }),
      )
    },
    says: {
      metadata: { creationTimestamp: '2023-11-14T22:13:20Z' },
      spec: { renewTime: '2023-11-14T22:13:20.000042Z' },
    },
  },
  {
    because: 'map entries are messages and bytes are base64',
    apiVersion: 'v1',
    kind: 'Secret',
    write: within(2, (entry) => {
      entry.text(1, '__proto__')
      entry.text(2, 'hi')
    }),
    says: { metadata: { name: 'x' }, data: JSON.parse('{"__proto__":"aGk="}') as Json },
  },
  {
    because: 'a port is a number or a name',
    apiVersion: 'v1',
    kind: 'Service',
    write: within(2, (spec) => {
      spec.message(1, (port) => port.message(4, (target) => target.integer(2, 8080)))
      spec.message(1, (port) =>
        port.message(4, (target) => {
          target.integer(1, 1)
          target.text(3, 'web')
        }),
      )
    }),
    says: { metadata: { name: 'x' }, spec: { ports: [{ targetPort: 8080 }, { targetPort: 'web' }] } },
  },
  {
    because: 'options for a delete may be named after any group',
    apiVersion: 'stable.example.com/v1',
    kind: 'DeleteOptions',
    write: (message) => message.text(4, 'Foreground'),
    says: { propagationPolicy: 'Foreground' },
  },
  {
    because: 'a list of names is wrapped into a message where a map holds it',
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SubjectAccessReview',
    write: within(2, (spec) =>
      spec.message(5, (entry) => {
        entry.text(1, 'scopes')
        entry.message(2, (items) => items.texts(1, ['a', 'b']))
      }),
    ),
    says: { metadata: { name: 'x' }, spec: { extra: { scopes: ['a', 'b'] } } },
  },
  {
    because: 'embedded JSON stays JSON',
    apiVersion: 'apps/v1',
    kind: 'ControllerRevision',
    write: within(2, (data) => data.text(1, '{"spec":{"n":1}}')),
    says: { metadata: { name: 'x' }, data: { spec: { n: 1 } } },
  },
  {
    because: 'fields of a later release are skipped',
    apiVersion: 'v1',
    kind: 'ConfigMap',
    write: within(99, (message) => message.text(1, 'news')),
    says: { metadata: { name: 'x' } },
  },
]

/** The shared writer leaves zeros out; Go writes them. */
function writeZero(message: MessageWriter, field: number): void {
  message.integer(field, 2 ** 64)
}

describe('a protobuf body', () => {
  for (const { because, apiVersion, kind, write, says } of rows) {
    it(`of ${kind} is read right, because ${because}`, () => {
      const decoded = decodeProtobuf(envelopeOf(apiVersion, kind, write))
      assert.deepEqual(decoded, { apiVersion, kind, object: { kind, apiVersion, ...(says as object) } })
    })
  }

  it('takes the kind from the address when the envelope names none', () => {
    const body = envelopeOf(
      '',
      '',
      within(2, () => {}),
    )
    assert.equal(decodeProtobuf(body, { apiVersion: 'v1', kind: 'ConfigMap' }).kind, 'ConfigMap')
  })
})

describe('bytes that are no object', () => {
  const body = envelopeOf(
    'v1',
    'Pod',
    within(2, (spec) => spec.message(2, (container) => container.text(1, 'c'))),
  )

  // biome-ignore format: the table is the specification; its columns stay aligned
  const refused: readonly (readonly [name: string, bytes: Uint8Array, code: string])[] = [
    ['nothing at all',             Buffer.alloc(0),                          'not-kubernetes'],
    ['JSON',                       Buffer.from('{"kind":"Pod"}'),            'not-kubernetes'],
    ['a kind nobody knows',        envelopeOf('v1', 'Gadget', () => {}),     'unknown-kind'],
    ['a kind with a strange name', envelopeOf('v1', '../Pod', () => {}),     'unknown-kind'],
    ['a prototype as version',     envelopeOf('__proto__', 'Pod', () => {}), 'unknown-kind'],
    ['a body cut off in the middle', body.slice(0, -3),                      'malformed'],
    ['a length beyond the end',    Buffer.concat([body, Buffer.from([0x12, 0x7f])]), 'malformed'],
    ['an endless integer',         Buffer.concat([body, Buffer.alloc(12, 0xff)]),    'malformed'],
  ]
  for (const [name, bytes, code] of refused) {
    it(`are refused as ${code}: ${name}`, () => {
      assert.throws(
        () => decodeProtobuf(bytes),
        (error) => error instanceof ProtobufError && error.code === code,
      )
    })
  }

  it('never break the decoder, whichever byte is changed', () => {
    for (let at = 4; at < body.length; at++) {
      for (const value of [0x00, 0x01, 0x7f, 0x80, 0xff]) {
        const changed = Uint8Array.from(body)
        changed[at] = value
        assertReadOrRefused(changed)
      }
    }
  })

  it('are refused when they nest deeper than any object', () => {
    const nested =
      (depth: number): Write =>
      (schema) =>
        depth === 0
          ? schema.text(5, 'object')
          : schema.message(30, (choice) => choice.message(2, nested(depth - 1)))
    const versions: Write = (spec) =>
      spec.message(7, (version) => version.message(4, (validation) => validation.message(1, nested(400))))
    const definition = envelopeOf('apiextensions.k8s.io/v1', 'CustomResourceDefinition', within(2, versions))
    assert.throws(() => decodeProtobuf(definition), ProtobufError)
  })
})

function assertReadOrRefused(bytes: Uint8Array): void {
  try {
    decodeProtobuf(bytes)
  } catch (error) {
    assert.ok(error instanceof ProtobufError, String(error))
  }
}
