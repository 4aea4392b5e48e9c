import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type KubeObject, mainListOnly, type ObjectRef } from '@sitrep/status'
import type { ApiRequest, Connection } from '../connection/connection.ts'
import { errorOfAnswer } from '../errors.ts'
import { type ManualTiming, manualTiming } from '../timing.testing.ts'
import { Publisher, type PublisherOptions } from './publisher.ts'

const ref: ObjectRef = { group: 'g', kind: 'K', namespace: 'x', name: 'a' }
const resource = { group: 'g', version: 'v1', kind: 'K', plural: 'ks', namespaced: true, names: [] }
const stored: KubeObject = {
  apiVersion: 'g/v1',
  kind: 'K',
  metadata: { name: 'a', namespace: 'x', resourceVersion: '7' },
}

type Sent = (times: number, request: ApiRequest) => Promise<unknown>

/** Writes one status to a server that answers like this, and notes when it is asked. */
function publishing(answer: Sent, options: Partial<PublisherOptions> = {}): Published {
  const timing = manualTiming(0)
  const sentAt: number[] = []
  const connection: Connection = {
    server: 'scripted',
    request: <Answer>(request: ApiRequest) => {
      sentAt.push(timing.now())
      return answer(sentAt.length, request) as Promise<Answer>
    },
    stream: () => Promise.reject(new Error('Nobody streams here')),
    close: () => {},
  }
  const publisher = new Publisher({
    connection,
    timing,
    resourceOf: () => resource,
    stored: () => stored,
    versionOf: () => stored.metadata.resourceVersion,
    wanted: () => ({ status: { count: 1 }, owned: [], lists: mainListOnly, fields: 'all' }),
    onWritten: () => {},
    onError: () => {},
    ...options,
  })
  publisher.add(ref, 'other')
  return { publisher, timing, sentAt }
}

interface Published {
  readonly publisher: Publisher
  readonly timing: ManualTiming
  readonly sentAt: readonly number[]
}

describe('A status that a busy server refuses', () => {
  for (const [httpStatus, retryAfterMs] of [
    [429, 40_000],
    [503, 90_000],
    [408, 40_000],
  ] as const)
    it(`with ${httpStatus} is written when the server has had the time that it asked for, not before`, async () => {
      const { publisher, timing, sentAt } = publishing((times) =>
        times === 1
          ? Promise.reject(errorOfAnswer(httpStatus, 'PATCH', { body: '{}', retryAfterMs }))
          : Promise.resolve(stored),
      )
      await timing.advance(retryAfterMs / 2, 1_000)
      // Something new about it is no reason to come sooner.
      publisher.add(ref, 'deleting')
      await timing.advance(retryAfterMs / 2, 1_000)
      assert.deepEqual(sentAt, [0])
      await timing.advance(retryAfterMs / 5, 1_000)
      assert.equal(sentAt.length, 2)
      await publisher.stop()
    })
})

describe('A status that somebody else was faster to write to', () => {
  it('is not compared again while what should be said is being found out', async () => {
    const { publisher, timing, sentAt } = publishing(async (times) => {
      if (times > 1) return stored
      await Promise.resolve()
      publisher.hold()
      throw errorOfAnswer(409, 'PATCH', { body: '{}' })
    })
    await timing.advance(1_000)
    // The write that conflicted, and the look at what is stored now.
    assert.equal(sentAt.length, 2)
    publisher.release()
    await timing.advance(1_000)
    assert.equal(sentAt.length, 3)
    await publisher.stop()
  })
})

describe('A status that failed before a busy server refused it', () => {
  it('is not sent sooner because it was to be sent again after the failure', async () => {
    const { publisher, timing, sentAt } = publishing((times) =>
      times < 3
        ? Promise.reject(errorOfAnswer(503, 'PATCH', times === 1 ? failed : busy))
        : Promise.resolve(stored),
    )
    await timing.advance(100)
    // Something new is said before the failed one comes again.
    publisher.add(ref, 'other')
    await timing.advance(busy.retryAfterMs - 1_000, 1_000)
    assert.equal(sentAt.length, 2)
    await timing.advance(busy.retryAfterMs, 1_000)
    assert.equal(sentAt.length, 3)
    await publisher.stop()
  })
  const failed = { body: '{}' }
  const busy = { body: '{}', retryAfterMs: 40_000 }
})

describe('A status of an object that cannot be written to now', () => {
  const notFound = (): Promise<never> => Promise.reject(errorOfAnswer(404, 'PATCH', { body: '{}' }))

  it('is written when a server that did not know its kind at first does', async () => {
    const { publisher, timing, sentAt } = publishing((times) =>
      times < 3 ? notFound() : Promise.resolve(stored),
    )
    await timing.advance(60_000, 1_000)
    assert.equal(sentAt.length, 3)
    await publisher.stop()
  })

  it('is written when it has been found out how its kind is served', async () => {
    let isFound = false
    const { publisher, timing, sentAt } = publishing(() => Promise.resolve(stored), {
      resourceOf: () => (isFound ? resource : undefined),
    })
    await timing.advance(10_000, 1_000)
    assert.deepEqual(sentAt, [])
    isFound = true
    await timing.advance(10_000, 1_000)
    assert.equal(sentAt.length, 1)
    await publisher.stop()
  })

  it('is not sent again once the object is known to be gone', async () => {
    let known: KubeObject | undefined = stored
    const { publisher, timing, sentAt } = publishing(
      () => {
        known = undefined
        return notFound()
      },
      { stored: () => known },
    )
    await timing.advance(60_000, 1_000)
    assert.deepEqual(sentAt, [0])
    await publisher.stop()
  })
})

describe('A status that a server refuses for what it says', () => {
  const refused = (): Promise<never> => Promise.reject(errorOfAnswer(422, 'PATCH', { body: '{}' }))

  it('is done with, is tried when somebody asks for it, and once in a while by itself', async () => {
    const done: string[] = []
    const { publisher, timing, sentAt } = publishing(
      (times) => (times < 4 ? refused() : Promise.resolve(stored)),
      { onDone: ({ name }) => done.push(name) },
    )
    await timing.advance(1_000)
    assert.deepEqual([done, publisher.isBusy(ref)], [['a'], false])
    publisher.add(ref, 'other')
    await timing.advance(1_000)
    assert.equal(sentAt.length, 2)
    for (const times of [3, 4, 4]) {
      await timing.advance(90_000, 1_000)
      assert.equal(sentAt.length, times)
    }
    assert.equal(done.length, 4)
    await publisher.stop()
  })
})

describe('An object', () => {
  for (const [what, options] of [
    ['that says already what it should', { stored: () => ({ ...stored, status: { count: 1 } }) }],
    ['of which nothing is to be said', { wanted: () => undefined }],
    ['that is gone', { stored: () => undefined }],
  ] as const)
    it(`${what} is done with, and nothing is sent`, async () => {
      const done: string[] = []
      const { publisher, timing, sentAt } = publishing(() => Promise.resolve(stored), {
        ...options,
        onDone: ({ name }) => done.push(name),
      })
      await timing.advance(10_000, 1_000)
      assert.deepEqual([done, sentAt], [['a'], []])
      await publisher.stop()
    })
})

describe('A status that fails again and again', () => {
  for (const [what, httpStatus, retryAfterMs, most] of [
    ['that is forbidden', 403, undefined, 20],
    ['whose object is never known to the server', 404, undefined, 24],
    ['of a server that asks for a moment each time', 503, 1_000, 20],
  ] as const)
    it(`${what} is tried less and less often, and that is told`, async () => {
      let told = 0
      const { publisher, timing, sentAt } = publishing(
        () => Promise.reject(errorOfAnswer(httpStatus, 'PATCH', { body: '{}', retryAfterMs })),
        { onError: () => told++ },
      )
      await timing.advance(600_000, 1_000)
      assert.ok(sentAt.length > 8 && sentAt.length <= most, `${sentAt.length} times`)
      assert.ok(told > 4, `${told} times`)
      await publisher.stop()
    })

  it('comes soon again when it was written in between, or its object has gone', async () => {
    const { publisher, timing, sentAt } = publishing((times) =>
      times === 9 ? Promise.resolve(stored) : Promise.reject(errorOfAnswer(403, 'PATCH', { body: '{}' })),
    )
    const failsSoonAgain = async (): Promise<void> => {
      const before = sentAt.length
      assert.equal(publisher.hasFailed(ref), false)
      publisher.add(ref, 'other')
      await timing.advance(5_000, 1_000)
      assert.equal(sentAt.length, before + 2)
    }
    await timing.advance(240_000, 1_000)
    assert.equal(sentAt.length, 9)
    await failsSoonAgain()
    await timing.advance(240_000, 1_000)
    publisher.forget(ref)
    await failsSoonAgain()
    await publisher.stop()
  })

  it('does not come at the same time as others, however long they have failed', async () => {
    const clock = manualTiming(0)
    const last = new Map<number, number>()
    const waited = new Map<number, number>()
    const publishers = [0.2, 0.8].map((chance) => {
      const refuse = (): Promise<never> => {
        waited.set(chance, clock.now() - (last.get(chance) ?? 0))
        last.set(chance, clock.now())
        return Promise.reject(errorOfAnswer(403, 'PATCH', { body: '{}' }))
      }
      return publishing(refuse, { timing: { ...clock, random: () => chance } }).publisher
    })
    await clock.advance(900_000, 1_000)
    assert.deepEqual([...waited.values()], [22_000, 51_000])
    await Promise.all(publishers.map((publisher) => publisher.stop()))
  })
})

describe('An object that was gone when its conflict was looked into', () => {
  it('is written when it is there after all', async () => {
    const { publisher, timing, sentAt } = publishing((times) =>
      times > 2
        ? Promise.resolve(stored)
        : Promise.reject(errorOfAnswer(times === 1 ? 409 : 404, 'PATCH', { body: '{}' })),
    )
    await timing.advance(10_000, 1_000)
    assert.equal(sentAt.length, 3)
    await publisher.stop()
  })
})

describe('What was read in a version that is served no longer', () => {
  it('is not written in its layout: it waits until it was read anew', async () => {
    let known = { ...stored, apiVersion: 'g/v1alpha1' }
    const { publisher, timing, sentAt } = publishing(() => Promise.resolve(stored), { stored: () => known })
    await timing.advance(10_000, 1_000)
    assert.deepEqual(sentAt, [])
    known = stored
    await timing.advance(10_000, 1_000)
    assert.equal(sentAt.length, 1)
    await publisher.stop()
  })
})

describe('A status that changes more often than it may be written', () => {
  it('is on its way until it is written, and comes once, with the newest that there is to say', async () => {
    let count = 0
    const { publisher, timing, sentAt } = publishing(() => Promise.resolve(stored), {
      wanted: () => ({ status: { count: ++count }, owned: [], lists: mainListOnly, fields: 'all' }),
    })
    for (let second = 0; second < 40; second++) {
      for (let times = 0; times < 10; times++) publisher.add(ref, 'other')
      await timing.advance(250)
      publisher.add(ref, 'other')
      await timing.advance(750)
    }
    const before = sentAt.length
    assert.equal(publisher.isBusy(ref), true)
    const asked = count
    await timing.advance(60_000, 1_000)
    assert.equal(publisher.isBusy(ref), false)
    assert.deepEqual([before, sentAt.length, count - asked], [60, 61, 1])
    await publisher.stop()
  })
})

describe('The answer to a write', () => {
  const managedFields = [{ manager: 'sitrep', fieldsV1: { 'f:status': { 'f:count': {} } } }]
  const answered = { ...stored, metadata: { ...stored.metadata, resourceVersion: '9', managedFields } }
  const read = { ...stored, metadata: { ...stored.metadata, resourceVersion: '9' } }
  const bytes = Buffer.from(JSON.stringify(answered))

  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: readonly [shown: string | undefined, told: KubeObject | undefined, because: string][] = [
    ['7',       read,      'the watch shows nothing newer yet than what the write rests on'],
    ['9',       undefined, 'the watch has shown the same already'],
    ['10',      read,      'somebody wrote after us, and what we wrote has to be known'],
    [undefined, read,      'nothing is known of the object any more'],
  ]

  for (const [shown, told, because] of cases)
    it(`is ${told === undefined ? 'not read' : 'read without its writers'} where ${shown} is known, because ${because}`, async () => {
      const written: (KubeObject | undefined)[] = []
      const { publisher, timing } = publishing((_times, { parse }) => Promise.resolve(parse?.(bytes)), {
        versionOf: () => shown,
        onWritten: (_ref, answer) => written.push(answer),
      })
      await timing.advance(1_000)
      assert.deepEqual(written, [told])
      await publisher.stop()
    })
})
