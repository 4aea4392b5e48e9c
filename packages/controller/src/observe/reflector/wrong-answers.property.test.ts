import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { Connection } from '../../connection/connection.ts'
import { ControllerError } from '../../errors.ts'
import type { Fault } from '../../faults.ts'
import { leasesIn } from '../../lease/lease-record.ts'
import { manualTiming } from '../../timing.testing.ts'
import { discover } from '../feed/discovery.ts'
import { startReflector } from './reflector.ts'
import { list, resource, thing } from './scripted.testing.ts'

const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(null, 0, -1, 1e300, '', 'text', true, [], {}, [null], { items: 5 }, { metadata: null }),
)

/** A value of which some parts have been replaced by something else. */
const spoilt = (value: unknown): fc.Arbitrary<unknown> => {
  const inner =
    typeof value !== 'object' || value === null
      ? fc.constant(value)
      : Array.isArray(value)
        ? fc.tuple(...value.map(spoilt))
        : fc.record(Object.fromEntries(Object.entries(value).map(([key, each]) => [key, spoilt(each)])))
  return fc.oneof({ weight: 8, arbitrary: inner }, { weight: 1, arbitrary: odd })
}

const named = {
  ...thing('a', '7'),
  metadata: {
    ...thing('a', '7').metadata,
    labels: { a: 'b' },
    annotations: { a: 'b' },
    ownerReferences: [{ kind: 'Thing', name: 'b', uid: 'c' }],
    generation: 3,
    managedFields: [
      { manager: 'm', fieldsV1: { 'f:status': { 'f:conditions': { 'k:{"type":"Ready"}': {} } } } },
    ],
  },
}
const wholeList = { ...list([], '7'), items: [named] }

/** A server that answers wrongly until it is mended. */
function serverOf(lists: readonly unknown[], events: readonly unknown[]) {
  const answers = [...lists]
  const sent = [...events]
  async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
    yield bytes
  }
  async function* watch(signal: AbortSignal | undefined): AsyncGenerator<Buffer> {
    const event = sent.shift()
    if (event !== undefined)
      yield Buffer.from(`${typeof event === 'string' ? event : JSON.stringify(event)}\n`)
    else if (signal?.aborted !== true)
      await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()))
  }
  const connection: Connection = {
    server: 'wrong',
    request: () => Promise.reject(new Error('nobody asks that')),
    stream: async ({ path, signal }) => {
      if (path.includes('sendInitialEvents'))
        throw new ControllerError('refused', 'unknown', { retry: 'never', httpStatus: 422 })
      if (path.includes('watch=true')) return { chunks: watch(signal), close: () => {} }
      const answer = answers.length === 0 ? list(['sane'], '9') : answers.shift()
      return {
        chunks: once(Buffer.from(typeof answer === 'string' ? answer : (JSON.stringify(answer) ?? ''))),
        close: () => {},
      }
    },
    close: () => {},
  }
  return connection
}

async function follow(connection: Connection) {
  const timing = manualTiming(0)
  const faults: Fault[] = []
  const why: string[] = []
  let shown = new Set<string>()
  let read = false
  const reflector = startReflector({
    connection,
    resource,
    timing,
    onFault: (fault) => faults.push(fault),
    onState: (state) => {
      read = state.read
      if (!state.read) why.push(state.why)
    },
    onChanges: (changes) => {
      for (const change of changes)
        if ('object' in change) shown.add(change.object.metadata.name)
        else shown = new Set([...shown].filter((name) => name !== change.gone.name))
    },
  })
  for (let step = 0; step < 30; step++) await timing.advance(10_000)
  await reflector.stop()
  return { faults, why, read, shown }
}

describe('Answers of a server that is not sane', () => {
  it('leave a reflector at work, which says why and recovers', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(spoilt(wholeList), odd, fc.constant('{"items":[')), { minLength: 1, maxLength: 3 }),
        fc.array(fc.oneof(spoilt({ type: 'MODIFIED', object: named }), odd), { maxLength: 3 }),
        async (lists, events) => {
          const { faults, why, read } = await follow(serverOf(lists, events))
          assert.deepEqual(faults, [])
          for (const words of why) assert.match(words, /things|watch ended/i)
          assert.equal(read, true)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('nested beyond all bounds are one error that names the object', async () => {
    const object = { ...thing('bottomless', '7'), spec: 0 }
    const bottomless = JSON.stringify({ ...list([], '7'), items: [object] }).replace(
      '"spec":0',
      `"spec":${'{"a":'.repeat(60_000)}1${'}'.repeat(60_000)}`,
    )
    const { faults, why, shown } = await follow(serverOf([bottomless], []))
    assert.deepEqual(faults, [])
    assert.match(why[0] ?? '', /things cannot be read: bottomless is nested deeper than 200 levels/)
    assert.deepEqual([...shown], ['sane'])
  })

  it('with nulls for what is not set are read as if it were not there', async () => {
    const nulls = {
      ...thing('a', '7'),
      metadata: { name: 'a', labels: null, annotations: null, ownerReferences: null },
    }
    const { why, shown } = await follow(serverOf([{ ...list([], '7'), items: [nulls] }], []))
    assert.deepEqual([why, [...shown]], [[], ['a']])
  })

  it('to what is served are one error of discovery, or understood', async () => {
    const groups = {
      items: [
        {
          metadata: { name: 'g' },
          versions: [
            {
              version: 'v1',
              resources: [
                {
                  resource: 'things',
                  responseKind: { kind: 'Thing' },
                  scope: 'Namespaced',
                  singularResource: 'thing',
                  shortNames: ['t'],
                  categories: ['all'],
                  verbs: ['list', 'watch'],
                },
              ],
            },
          ],
        },
      ],
    }
    const older = { groups: [{ name: 'g', versions: [{ version: 'v1' }] }] }
    const resources = {
      resources: [
        { name: 'things', kind: 'Thing', namespaced: true, verbs: ['list', 'watch'], singularName: 'thing' },
      ],
    }
    await fc.assert(
      fc.asyncProperty(
        spoilt(groups),
        spoilt(older),
        spoilt(resources),
        fc.boolean(),
        async (a, b, c, old) => {
          const answer = (path: string): unknown => (path === '/api' || path === '/apis' ? (old ? b : a) : c)
          const connection = {
            server: 'wrong',
            request: async ({ path }: { path: string }) => answer(path),
          } as unknown as Connection
          try {
            const found = await discover(connection)
            found.find('t')
            found.together('all')
          } catch (error) {
            assert.ok(error instanceof ControllerError, String(error))
            assert.match(error.message, /What is served cannot be read/)
          }
        },
      ),
      { numRuns: 500 },
    )
  })

  it('to the question for Leases are one error, or Leases whose fields are what they should be', () => {
    const lease = {
      metadata: { name: 'a', resourceVersion: '1' },
      spec: {
        holderIdentity: 'b',
        leaseDurationSeconds: 15,
        renewTime: '2026-01-01T00:00:00Z',
        acquireTime: '2026-01-01T00:00:00Z',
        leaseTransitions: 3,
      },
    }
    fc.assert(
      fc.property(spoilt({ items: [lease] }), (answer) => {
        try {
          for (const { spec } of leasesIn(answer).values())
            assert.ok(
              ['string', 'undefined'].includes(typeof spec.holderIdentity) &&
                ['number', 'undefined'].includes(typeof spec.leaseDurationSeconds),
            )
        } catch (error) {
          assert.ok(error instanceof ControllerError, String(error))
          assert.match(error.message, /Leases cannot be read/)
        }
      }),
      { numRuns: 500 },
    )
  })
})
