import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import type { SecureContext } from 'node:tls'
import type { RoutingBackend, RoutingRule } from '@sitrep/gateway-api'
import { createHealth } from '../backends/health.ts'
import { createUpstreams } from '../backends/upstreams.ts'
import type { Site } from '../data-plane.ts'
import { usualLimits } from '../limits.ts'
import { madeOnce } from '../made-once.ts'
import { type PortProgram, programsOf } from './port-program.ts'
import { openTcpPort } from './tcp-port.ts'
import type { TlsEnd } from './termination.ts'
import {
  backend,
  dataPlane,
  echoServer,
  freePort,
  listener,
  over,
  plainHttp,
  rule,
  site,
  talk,
} from './testing.ts'

interface Given {
  readonly host: string
  readonly port: number
  readonly backends: Readonly<Record<string, RoutingBackend>>
  readonly rule?: RoutingRule
  readonly name?: string
}

const tcpSite = ({ host, port, backends, rule: given = rule('a'), name = 'web' }: Given): Site =>
  site({
    spec: { listeners: [listener({ name })], rules: { r: given }, backends },
    place: { hosts: [host], ports: { 80: port } },
  })

async function placed(context: TestContext, host: string) {
  const echo = await echoServer(context, 'echo')
  return { echo, host, port: await freePort(host), backends: { a: backend([echo]) } }
}

describe('a TCP listener', () => {
  it('lets the server speak first, and passes bytes and ends on both ways', async (context) => {
    const { host, port, backends } = await placed(context, '127.41.0.1')
    const [report] = await dataPlane(context).program([tcpSite({ host, port, backends })])

    assert.deepEqual(report?.listeners, [{ name: 'web', bound: true, probed: true, portUnavailable: false }])
    assert.deepEqual(report?.generations, { 'Gateway/infra/edge': 1 })
    assert.equal(await talk(host, port, 'hello'), 'echo\nhello')
    const silent = connect({ host, port, allowHalfOpen: true })
    const [banner] = await once(silent, 'data')
    assert.equal(String(banner), 'echo\n')
    silent.destroy()
  })

  it('is probed without a backend noticing', async (context) => {
    const { echo, host, port, backends } = await placed(context, '127.41.0.2')
    const plane = dataPlane(context)
    for (let times = 0; times < 20; times++) {
      const [report] = await plane.program([tcpSite({ host, port, backends })])
      assert.equal(report?.listeners[0]?.probed, true)
    }
    assert.equal(await talk(host, port), 'echo\n')
    assert.equal(echo.seen.size, 1)
  })

  const refused: readonly (readonly [string, Partial<Given>, string])[] = [
    ['a rule without backends', { rule: rule() }, 'there is nobody to ask'],
    ['a rule that answers', { rule: { ...rule('a'), answer: 500 } }, 'an answer means refusal here'],
    ['a backend without endpoints', { backends: { a: backend([]) } }, 'there is nobody to ask'],
    ['a backend that nobody knows', { rule: rule('b') }, 'there is nobody to ask'],
    ['backends without weight', { rule: rule(['a', 0]) }, 'no weight is no share'],
    [
      'a place that does not resolve',
      { rule: { ...rule(), backends: [{ weight: 1, answer: 500, filters: [] }] } },
      'its share is refused',
    ],
  ]
  for (const [name, given, because] of refused)
    it(`refuses connections for ${name}, because ${because}`, async (context) => {
      const { host, port, backends } = await placed(context, '127.41.0.3')
      await dataPlane(context).program([tcpSite({ host, port, backends, ...given })])
      assert.equal(await talk(host, port, 'x'), 'reset')
    })

  it('tries the next endpoint where one does not answer, and refuses when none does', async (context) => {
    const { echo, host, port } = await placed(context, '127.41.0.4')
    const dead = { address: '127.0.0.1', port: await freePort('127.0.0.1') }
    const plane = dataPlane(context)
    await plane.program([tcpSite({ host, port, backends: { a: backend([dead, echo]) } })])
    for (let times = 0; times < 6; times++) assert.equal(await talk(host, port), 'echo\n')
    await plane.program([tcpSite({ host, port, backends: { a: backend([dead]) } })])
    assert.equal(await talk(host, port), 'reset')
  })

  it('shares connections out by weight', async (context) => {
    const [heavy, light] = [await echoServer(context, 'heavy'), await echoServer(context, 'light')]
    const host = '127.41.0.5'
    const port = await freePort(host)
    let turn = 0
    // Every hundredth once, as true chance would have it in the long run.
    const plane = dataPlane(context, { random: () => (turn++ % 100) / 100 })
    const backends = { a: backend([heavy]), b: backend([light]) }
    await plane.program([tcpSite({ host, port, backends, rule: rule(['a', 90], ['b', 10]) })])
    const answers = await Promise.all(Array.from({ length: 100 }, () => talk(host, port)))
    assert.equal(answers.filter((answer) => answer === 'light\n').length, 10)
    assert.equal(answers.filter((answer) => answer === 'heavy\n').length, 90)
  })

  it('takes no more connections than its limit, and new ones when others have gone', async (context) => {
    const { host, port, backends } = await placed(context, '127.41.0.6')
    const plane = dataPlane(context, { limits: { connections: 3 } })
    await plane.program([tcpSite({ host, port, backends })])
    const held = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const socket = connect({ host, port })
        await once(socket, 'data')
        return socket
      }),
    )
    assert.equal(await talk(host, port), 'reset')
    for (const socket of held) socket.end()
    await Promise.all(held.map((socket) => over(socket)))
    assert.equal(await untilNot(() => talk(host, port), 'reset'), 'echo\n')
  })

  it('closes a connection on which nothing moves', async (context) => {
    const { host, port, backends } = await placed(context, '127.41.0.7')
    const plane = dataPlane(context, { limits: { idleMs: 30 } })
    await plane.program([tcpSite({ host, port, backends })])
    const socket = connect({ host, port })
    socket.resume()
    await over(socket)
  })
})

describe('a change of what a TCP port does', () => {
  it('drops no connection under way and loses none that come meanwhile', async (context) => {
    const [one, two] = [await echoServer(context, 'one'), await echoServer(context, 'two')]
    const host = '127.41.1.1'
    const port = await freePort(host)
    const plane = dataPlane(context)
    const settings = [one, two].map((echo) => tcpSite({ host, port, backends: { a: backend([echo]) } }))
    const [first, second] = settings
    assert.ok(first && second)
    await plane.program([first])
    const held = connect({ host, port })
    let heldText = ''
    held.on('data', (piece) => {
      heldText += String(piece)
    })
    await once(held, 'data')
    let ended = false
    const answers: string[] = []
    const load = Array.from({ length: 8 }, async () => {
      while (!ended) answers.push(await talk(host, port, 'x'))
    })
    for (let times = 0; times < 50; times++) await plane.program([times % 2 === 0 ? second : first])
    ended = true
    await Promise.all(load)
    held.end('last')
    await over(held)

    assert.equal(heldText, 'one\nlast')
    assert.ok(answers.length > 50, `only ${answers.length} connections`)
    assert.deepEqual([...new Set(answers)].sort(), ['one\nx', 'two\nx'])
  })

  it('lets the connections of a listener that is gone end, and closes them in the end', async (context) => {
    const { host, port, backends } = await placed(context, '127.41.1.2')
    const plane = dataPlane(context, { limits: { drainMs: 60 } })
    await plane.program([tcpSite({ host, port, backends })])
    const held = connect({ host, port })
    await once(held, 'data')

    const [report] = await plane.program([
      site({ spec: { listeners: [] }, place: { hosts: [host], ports: { 80: port } } }),
    ])

    assert.deepEqual(report?.listeners, [])
    assert.equal(await talk(host, port), 'reset')
    held.write('still here')
    const [answer] = await once(held, 'data')
    assert.equal(String(answer), 'still here')
    await over(held)
  })

  it('keeps the connections of a listener beside one that goes', async (context) => {
    const { host, port, backends } = await placed(context, '127.41.1.3')
    const other = await freePort(host)
    const both = (names: readonly [string, number][]): Site =>
      site({
        spec: {
          listeners: names.map(([name, own]) => listener({ name, port: own })),
          rules: { r: rule('a') },
          backends,
        },
        place: { hosts: [host], ports: { 80: port, 81: other } },
      })
    const plane = dataPlane(context, { limits: { drainMs: 20 } })
    await plane.program([
      both([
        ['web', 80],
        ['db', 81],
      ]),
    ])
    const [staying, going] = [connect({ host, port }), connect({ host, port: other })]
    await Promise.all([once(staying, 'data'), once(going, 'data')])
    await plane.program([both([['web', 80]])])
    await over(going)
    staying.write('still here')
    const [answer] = await once(staying, 'data')
    assert.equal(String(answer), 'still here')
    staying.destroy()
  })
})

describe('a port that was just opened', () => {
  it('keeps who comes early until it knows what it does', async (context) => {
    const { echo, host, port, backends } = await placed(context, '127.41.2.1')
    const given = tcpSite({ host, port, backends })
    const memory = { health: createHealth(() => 0), turns: new Map(), contexts: madeOnce<SecureContext>() }
    const upstreams = createUpstreams(given, memory)
    const parts = { materials: given.materials, ends: madeOnce<TlsEnd | string>(), handshakeMs: 1_000 }
    let program: PortProgram | undefined
    const opened = await openTcpPort({
      host,
      port,
      program: () => program,
      http: plainHttp(),
      limits: { ...usualLimits, drainMs: 50 },
      random: () => 0,
    })
    const early = talk(host, port, 'early')
    const witness = connect({ host, port })
    await once(witness, 'connect')
    assert.equal(echo.seen.size, 0)
    ;[program] = programsOf(given, upstreams, parts)
    await opened.settle()
    assert.equal(await early, 'echo\nearly')
    const gone = over(witness.resume())
    await opened.close()
    await gone
  })
})

async function untilNot(ask: () => Promise<string>, unwanted: string): Promise<string> {
  for (let answer = await ask(); ; answer = await ask()) if (answer !== unwanted) return answer
}
