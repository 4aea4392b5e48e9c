import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { KubeObject } from '@sitrep/status'
import type { ApiRequest, Connection } from '../../connection/connection.ts'
import { ControllerError } from '../../errors.ts'
import { manualTiming } from '../../timing.testing.ts'
import type { Transition } from '../../transitions.ts'
import type { EventObject } from './event-object.ts'
import { type EventLimits, EventRecorder } from './event-recorder.ts'
import { eventType } from './event-type.ts'

const object: KubeObject = {
  apiVersion: 'g/v1',
  kind: 'Thing',
  metadata: { namespace: 'prod', name: 'a', uid: 'u1', resourceVersion: '7' },
}
const change = (from: string | undefined, to: string, more: Partial<Transition> = {}): Transition => ({
  ref: { group: 'g', kind: 'Thing', namespace: 'prod', name: 'a' },
  type: 'Ready',
  ...(from !== undefined && { from }),
  to,
  reason: `Is${to}`,
  message: '',
  ...more,
})

/** A server that keeps what it is sent, or refuses it. */
function recording(limits: Partial<EventLimits> = {}) {
  const timing = manualTiming(Date.parse('2026-01-01T00:00:00Z'))
  const requests: ApiRequest[] = []
  const outcomes: string[] = []
  const state = {
    refuse: undefined as ControllerError | undefined,
    answers: undefined as Promise<void> | undefined,
  }
  const connection = {
    request: async (request: ApiRequest) => {
      requests.push(request)
      if (state.answers !== undefined) await state.answers
      if (state.refuse !== undefined) throw state.refuse
      return {}
    },
  } as unknown as Connection
  const recorder = new EventRecorder({
    connection,
    timing,
    instance: 'host-1',
    limits,
    onOutcome: (outcome) => outcomes.push(outcome),
  })
  const bodies = (): EventObject[] => requests.map(({ body }) => body as EventObject)
  return { timing, requests, bodies, outcomes, state, recorder }
}

describe('An Event', () => {
  it('says what changed about which object, in the words of the condition', async () => {
    const { recorder, bodies, requests, timing } = recording()
    recorder.record(object, [change('True', 'False', { message: 'The disk is full' })])
    await timing.advance(1)
    assert.equal(requests[0]?.path, '/apis/events.k8s.io/v1/namespaces/prod/events')
    const [event] = bodies()
    assert.deepEqual(event, {
      apiVersion: 'events.k8s.io/v1',
      kind: 'Event',
      metadata: { name: event?.metadata.name ?? '', namespace: 'prod' },
      eventTime: '2026-01-01T00:00:00.000000Z',
      type: 'Warning',
      reason: 'IsFalse',
      action: 'UpdateStatus',
      note: 'Ready is False: The disk is full',
      regarding: {
        apiVersion: 'g/v1',
        kind: 'Thing',
        namespace: 'prod',
        name: 'a',
        uid: 'u1',
        resourceVersion: '7',
      },
      reportingController: 'sitrep',
      reportingInstance: 'host-1',
    })
    assert.match(event?.metadata.name ?? '', /^a\.[0-9a-f]+$/)
  })

  type Silent = [name: string, transition: Transition, because: string]
  const silent: Silent[] = [
    ['a condition that is new', change(undefined, 'False'), 'it was seen for the first time'],
    ['a new reason', change('False', 'False'), 'the status is the same'],
  ]
  for (const [name, transition, because] of silent) {
    it(`is not written for ${name}, because ${because}`, async () => {
      const { recorder, requests, timing } = recording()
      recorder.record(object, [transition])
      await timing.advance(1)
      assert.deepEqual(requests, [])
    })
  }

  it('keeps within what an API server takes, and cuts no character in half', async () => {
    const { recorder, bodies, timing } = recording()
    const long = { ...object, metadata: { ...object.metadata, name: `${'x'.repeat(199)}-${'y'.repeat(50)}` } }
    recorder.record(long, [change('True', 'False', { message: 'ü'.repeat(2_000), reason: 'R'.repeat(500) })])
    await timing.advance(1)
    const [event] = bodies()
    assert.ok(Buffer.byteLength(event?.note ?? '') <= 1024)
    assert.match(event?.note ?? '', /^Ready is False: ü+…$/)
    assert.ok(Buffer.byteLength(event?.reason ?? '') <= 128)
    assert.match(event?.metadata.name ?? '', /^x{199}\.[0-9a-f]+$/)
  })

  it('of what lives in no namespace is kept in default', async () => {
    const { recorder, requests, timing } = recording()
    recorder.record({ ...object, metadata: { name: 'a', uid: 'u1' } }, [change('True', 'False')])
    await timing.advance(1)
    assert.equal(requests[0]?.path, '/apis/events.k8s.io/v1/namespaces/default/events')
  })

  it('that happens again is counted on the one that is there', async () => {
    const { recorder, requests, bodies, timing, outcomes } = recording()
    for (let round = 0; round < 3; round++) {
      recorder.record(object, [change('True', 'False')])
      await timing.advance(1_000)
    }
    assert.deepEqual(
      requests.map(({ method }) => method),
      ['POST', 'PATCH', 'PATCH'],
    )
    assert.deepEqual(bodies()[2]?.series, { count: 3, lastObservedTime: '2026-01-01T00:00:02.000000Z' })
    assert.deepEqual(outcomes, ['written', 'repeated', 'repeated'])
  })

  it('that was not heard of for long is a new one', async () => {
    const { recorder, requests, timing } = recording()
    recorder.record(object, [change('True', 'False')])
    await timing.advance(3_600_000)
    recorder.record(object, [change('True', 'False')])
    await timing.advance(1)
    assert.deepEqual(
      requests.map(({ method }) => method),
      ['POST', 'POST'],
    )
  })

  it('of an object that flaps does not flood, and what is dropped is counted', async () => {
    const { recorder, requests, timing, outcomes } = recording()
    for (let round = 0; round < 500; round++) {
      const [from, to] = round % 2 === 0 ? ['True', 'False'] : ['False', 'True']
      recorder.record(object, [change(from, to ?? '', { message: `round ${round}` })])
      await timing.advance(100)
    }
    assert.ok(requests.length <= 26, `${requests.length} requests in 50 seconds`)
    assert.equal(outcomes.filter((outcome) => outcome === 'dropped').length, 500 - requests.length)
  })

  it('does not pile up when the server is slow: what cannot wait is dropped', async () => {
    const { recorder, timing, outcomes, requests } = recording({
      waiting: 10,
      overall: { burst: 5, everyMs: 1_000 },
    })
    const many = Array.from({ length: 100 }, (_, at) => ({
      ...object,
      metadata: { ...object.metadata, name: `n${at}`, uid: `u${at}` },
    }))
    for (const one of many) recorder.record(one, [change('True', 'False')])
    await timing.advance(60_000, 500)
    assert.equal(requests.length, 14)
    assert.equal(outcomes.filter((outcome) => outcome === 'dropped').length, 86)
  })

  it('that is refused harms nobody, and the next one is written anew', async () => {
    const { recorder, requests, bodies, state, timing, outcomes } = recording()
    state.refuse = new ControllerError('forbidden', 'no', { retry: 'never' })
    recorder.record(object, [change('True', 'False')])
    await timing.advance(1)
    state.refuse = undefined
    recorder.record(object, [change('True', 'False')])
    await timing.advance(1)
    assert.deepEqual(outcomes, ['failed', 'written'])
    assert.deepEqual(
      requests.map(({ method }) => method),
      ['POST', 'POST'],
    )
    assert.notEqual(bodies()[0]?.metadata.name, bodies()[1]?.metadata.name)
    assert.equal(bodies()[1]?.series, undefined)
  })

  it('that has expired is written anew, also when it was told again meanwhile', async () => {
    const { recorder, requests, state, timing, outcomes } = recording({ inFlight: 1 })
    recorder.record(object, [change('True', 'False')])
    await timing.advance(1)
    state.refuse = new ControllerError('not-found', 'no', { retry: 'with-backoff' })
    recorder.record(object, [change('True', 'False')])
    recorder.record(object, [change('True', 'False')])
    state.refuse = undefined
    await timing.advance(1)
    assert.deepEqual(outcomes, ['written', 'failed', 'written'])
    assert.deepEqual(
      requests.map(({ method }) => method),
      ['POST', 'PATCH', 'POST'],
    )
  })

  it('that is told again while it is being written is counted on it after that', async () => {
    const { recorder, requests, outcomes, state, timing } = recording({ inFlight: 4 })
    const answer = Promise.withResolvers<void>()
    state.answers = answer.promise
    for (let time = 0; time < 3; time++) {
      recorder.record(object, [change('True', 'False')])
      await timing.advance(1)
    }
    assert.deepEqual(outcomes, ['repeated'])
    answer.resolve()
    await timing.advance(1)
    assert.deepEqual(outcomes, ['repeated', 'written', 'repeated'])
    assert.deepEqual(
      requests.map(({ method, body }) => [method, (body as EventObject).series?.count]),
      [
        ['POST', undefined],
        ['PATCH', 3],
      ],
    )
  })

  it('that is told again while it is being refused is written after that, and counted from then on', async () => {
    const { recorder, outcomes, state, timing } = recording({ inFlight: 1 })
    state.refuse = new ControllerError('forbidden', 'no', { retry: 'never' })
    recorder.record(object, [change('True', 'False')])
    recorder.record(object, [change('True', 'False')])
    state.refuse = undefined
    await timing.advance(1)
    assert.deepEqual(outcomes, ['failed', 'written'])
    recorder.record(object, [change('True', 'False')])
    await timing.advance(1)
    assert.deepEqual(outcomes, ['failed', 'written', 'repeated'])
  })

  type Case = [type: string, to: string, says: string, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['Ready',      'True',    'Normal',  'that is what is wanted'],
    ['Ready',      'False',   'Warning', 'that is not what is wanted'],
    ['Ready',      'Unknown', 'Warning', 'nobody knows'],
    ['Deleting',   'True',    'Normal',  'somebody wants it'],
    ['ScalingUp',  'False',   'Normal',  'it is over'],
    ['RollingOut', 'Unknown', 'Warning', 'nobody knows'],
    ['Conflicted', 'True',    'Warning', 'that is a problem'],
    ['Conflicted', 'False',   'Normal',  'the problem is gone'],
  ]
  for (const [type, to, says, because] of cases)
    it(`${type} ${to} is ${says}: ${because}`, () => assert.equal(eventType({ type, to }), says))
})
