import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { connectTo } from '@sitrep/controller/connection'
import { manualTiming } from '@sitrep/controller/testing'
import { ClusterProbe } from './cluster-probe.ts'

type Case = [name: string, waits: readonly number[], counted: number, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['one attempt',                   [],                     1, 'it failed'],
  ['attempts a second apart',       [1_000, 1_000, 1_000],  1, 'together they say no more than one'],
  ['attempts as far apart as probes', [10_000, 10_000],     3, 'each is one more'],
  ['several within one wait',       [1_000, 5_000, 1_000],  2, 'six seconds later it was asked anew'],
]

describe('The count of failures of a workload cluster', () => {
  for (const [name, waits, counted, because] of cases) {
    it(`${name}: ${counted}, because ${because}`, async () => {
      const timing = manualTiming(0)
      const probe = new ClusterProbe(timing, { probeEveryMs: 10_000, probeTimeoutMs: 5_000 })
      probe.fail()
      for (const wait of waits) {
        await timing.advance(wait, wait)
        probe.fail()
      }
      assert.equal(probe.state.consecutiveFailures, counted)
    })
  }
})

type Answer = [
  name: string,
  listener: RequestListener,
  asked: 'answered' | 'failed' | 'refused',
  because: string,
]

const saying =
  (status: number, body: string): RequestListener =>
  (_, response) =>
    response.writeHead(status).end(body)

// biome-ignore format: the table is the specification; its columns stay aligned
const answers: Answer[] = [
  ['the paths',              saying(200, '{"paths":[]}'),                    'answered', 'that is what API servers say'],
  ['nothing',                saying(200, ''),                                'answered', 'it lives'],
  ['a page',                 saying(200, '<html></html>'),                   'answered', 'it lives'],
  ['no content',             saying(204, ''),                                'answered', 'it lives'],
  ['more than is expected',  saying(200, 'x'.repeat(2_000_000)),             'answered', 'it lives'],
  ['forbidden',              saying(403, '{}'),                              'failed',   'nobody could work with it'],
  ['a failure',              saying(500, ''),                                'failed',   'it is not well'],
  ['unauthorized',           saying(401, ''),                                'refused',  'there may be a new kubeconfig'],
  ['half an answer',         (_, r) => r.write('{', () => r.destroy()),      'failed',   'it broke off'],
  ['never',                  () => {},                                       'failed',   'it hangs'],
]

describe('A probe of a server that answers', () => {
  for (const [name, listener, asked, because] of answers) {
    it(`${name}: ${asked}, because ${because}`, async (context) => {
      const server = createServer(listener)
      await once(server.listen(0, '127.0.0.1'), 'listening')
      const connection = connectTo({ server: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
      context.after(() => {
        connection.close()
        server.closeAllConnections()
        server.close()
      })
      const probe = new ClusterProbe(manualTiming(0), { probeEveryMs: 10_000, probeTimeoutMs: 200 })
      assert.equal(await probe.ask(connection, new AbortController().signal), asked)
      assert.equal(probe.state.consecutiveFailures, asked === 'failed' ? 1 : 0)
    })
  }
})

describe('Since when a cluster answers', () => {
  // The clock loses a millisecond now and then, as one does that is put right by others.
  const timing = manualTiming(Date.parse('2026-01-01T00:00:00Z'))
  const probe = new ClusterProbe(timing, { probeEveryMs: 10_000, probeTimeoutMs: 200 })
  const told = (answeredSince: number): string =>
    (probe.seenIn({ consecutiveFailures: 0, answeredSince }) as { answeredSince: string }).answeredSince

  it('is told in the same words as long as it is the same moment', async () => {
    const words: string[] = []
    for (const driftMs of [0, -1, 2, -3]) {
      timing.jump(driftMs)
      words.push(told(0))
      await timing.advance(10_000)
    }
    assert.deepEqual(new Set(words), new Set(['2026-01-01T00:00:00.000Z']))
  })

  it('is told as the clock would have shown it, once somebody has set that', () => {
    timing.jump(3_600_000)
    assert.equal(told(0), '2026-01-01T00:59:59.998Z')
  })

  it('is another moment after an interruption', () => {
    assert.equal(told(5), '2026-01-01T01:00:00.003Z')
  })
})
