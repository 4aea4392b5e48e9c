import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { connect } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { connect as connectSecurely } from 'node:tls'
import { type ConversionReview, createConversionHandler } from '@sitrep/cluster-api'
import { CommandError } from '../command.ts'
import { runLine } from '../testing.ts'
import { type CertificateFolder, certificateFolder } from './certificate.testing.ts'
import { type ConversionWebhook, serveConversion } from './conversion-webhook.ts'

interface Sent {
  readonly method?: string
  readonly path?: string
  readonly body: string
  readonly ca?: string
}

interface Answered {
  readonly code: number
  readonly review: ConversionReview
}

const machine = {
  apiVersion: 'cluster.x-k8s.io/v1beta1',
  kind: 'Machine',
  metadata: { name: 'a', namespace: 'b' },
}
const reviewOf = (objects: readonly unknown[]): string =>
  JSON.stringify({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'ConversionReview',
    request: { uid: 'u-1', desiredAPIVersion: 'cluster.x-k8s.io/v1beta2', objects },
  })

describe('The conversion webhook', () => {
  const logged: string[] = []
  const note = (message: string): void => void logged.push(message)
  const log = { info: note, warn: note, error: note }
  const answerReview = createConversionHandler({ profile: 'released', referenceVersion: () => 'v1beta1' })
  let certificates: CertificateFolder
  let webhook: ConversionWebhook

  before(async () => {
    certificates = certificateFolder(Date.now())
    webhook = await serveConversion({
      certificates: certificates.path,
      host: '127.0.0.1',
      port: 0,
      mostBytes: 4096,
      review: (review) => {
        if (JSON.stringify(review).includes('our-mistake')) throw new TypeError('a mistake of ours')
        return answerReview(review)
      },
      log,
    })
  })
  after(async () => {
    await webhook.close()
    certificates.remove()
  })

  const send = ({ method = 'POST', path = '/convert', body, ca }: Sent): Promise<Answered> =>
    new Promise((resolve, reject) => {
      const asked = request(
        {
          host: '127.0.0.1',
          port: webhook.port,
          method,
          path,
          ca: ca ?? certificates.authority(),
          agent: false,
        },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('end', () =>
            resolve({
              code: response.statusCode ?? 0,
              review: JSON.parse(Buffer.concat(chunks).toString()) as ConversionReview,
            }),
          )
        },
      )
      asked.on('error', reject)
      asked.end(body)
    })

  it('converts what an API server sends, over TLS', async () => {
    const { code, review } = await send({
      body: reviewOf([{ ...machine, status: { bootstrapReady: true } }]),
    })
    assert.equal(code, 200)
    assert.deepEqual(review.response.result, { status: 'Success' })
    assert.equal(review.response.uid, 'u-1')
    assert.deepEqual(review.response.convertedObjects[0]?.status, {
      initialization: { bootstrapDataSecretCreated: true },
    })
  })

  type Case = [name: string, sent: Sent, code: number, says: RegExp, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const refused: Case[] = [
    ['no JSON',            { body: '{' },                                              400, /no JSON/,               'nothing can be read from it'],
    ['a bottomless review', { body: `${'['.repeat(1500)}${']'.repeat(1500)}` },         400, /too deep/,              'nobody could walk through it'],
    ['nothing',            { body: '' },                                               400, /no JSON/,               'nothing is no review'],
    ['null',               { body: 'null' },                                           200, /request\.uid/,          'there is no request in it'],
    ['a kind unknown',     { body: reviewOf([{ ...machine, kind: 'Widget' }]) },       200, /Widget/,                'it names the kind that it does not know'],
    ['too much',           { body: reviewOf([{ ...machine, x: 'x'.repeat(5000) }]) },  413, /at most 4096 bytes/,    'memory is not for the sender to fill'],
    ['another path',       { body: '{}', path: '/mutate' },                            404, /only \/convert/,        'nothing else is served'],
    ['another method',     { body: '', method: 'GET' },                                405, /POST/,                  'a review is posted'],
    ['our own mistake',    { body: reviewOf(['our-mistake']) },                        500, /the log of sitrep/,     'what went wrong inside is not told outside'],
    ['a text for an object', { body: reviewOf(['Machine']) },                           200, /apiVersion and kind/,   'a text is no object'],
  ]
  for (const [name, sent, code, says, because] of refused) {
    it(`answers ${name} with a Failure, because ${because}`, async () => {
      const answered = await send(sent)
      const { result, convertedObjects } = answered.review.response
      assert.equal(answered.code, code)
      assert.equal(answered.review.kind, 'ConversionReview')
      assert.deepEqual(convertedObjects, [])
      assert.match(result.status === 'Failure' ? result.message : 'Success', says)
    })
  }

  it('outlives a client that speaks no TLS and one that hangs up', async () => {
    for (const text of ['POST /convert HTTP/1.1\r\n\r\n', '']) {
      await new Promise<void>((resolve) => {
        const socket = connect(webhook.port, '127.0.0.1', () => socket.end(text))
        socket.on('close', () => resolve()).on('error', () => {})
        socket.resume()
      })
    }
    assert.equal((await send({ body: reviewOf([machine]) })).code, 200)
  })

  it('ends whoever sends slowly, or does not read what he is told', async () => {
    const patience = {
      headersTimeout: 100,
      requestTimeout: 150,
      answerTimeout: 150,
      connectionsCheckingInterval: 20,
    }
    const slow = await serveConversion({
      certificates: certificates.path,
      host: '127.0.0.1',
      port: 0,
      // More than the buffers of both sides take in.
      review: () => 'x'.repeat(64 * 1024 * 1024),
      log,
      patience,
    })
    const ask = (length: number): string =>
      `POST /convert HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${length}\r\n\r\n{`
    const ended = (sent: string, trickled: string, reads: 'reads' | 'reads nothing'): Promise<string> =>
      new Promise((resolve) => {
        let heard = ''
        const to = { host: '127.0.0.1', port: slow.port, ca: certificates.authority() }
        let trickle: NodeJS.Timeout | undefined
        const socket = connectSecurely(to, () => {
          socket.write(sent)
          // Who is gone is noticed by writing to him; a byte now and then keeps nobody waiting.
          trickle = setInterval(() => socket.write(trickled), 10)
        })
        if (reads === 'reads')
          socket.on('data', (bytes: Buffer) => {
            heard += bytes.toString('latin1')
          })
        socket.on('error', () => {})
        socket.on('close', () => {
          clearInterval(trickle)
          resolve(heard.split('\r\n')[0] ?? '')
        })
      })
    const [head, body, unread] = await Promise.all([
      ended('POST /convert HTTP/1.1\r\nx: ', 'x', 'reads'),
      ended(ask(100_000), ' ', 'reads'),
      ended(`${ask(2)}}`, '\r\n', 'reads nothing'),
    ])
    await slow.close()
    // Who is still sending when he is told may not hear it: what reaches a closed connection resets it.
    assert.match(head, /^$| 408 /)
    assert.match(body, /^$| 408 /)
    assert.equal(unread, '')
  })

  it('shows a replaced certificate to the next connection', async () => {
    const old = certificates.authority()
    certificates.replace()
    assert.equal((await send({ body: reviewOf([machine]) })).code, 200)
    await assert.rejects(send({ body: reviewOf([machine]), ca: old }))
    assert.ok(logged.includes('the certificate of the conversion webhook was replaced'))
  })

  it('keeps its certificate while the files hold something else', async () => {
    writeFileSync(join(certificates.path, 'tls.key'), 'half written')
    assert.equal((await send({ body: reviewOf([machine]) })).code, 200)
    assert.ok(logged.includes('the certificate of the conversion webhook cannot be read, the last one stays'))
  })
})

describe('The conversion webhook refuses to start', () => {
  const review = createConversionHandler({ profile: 'released' })
  const log = { info: () => {}, warn: () => {}, error: () => {} }

  it('without a certificate, naming the folder', async () => {
    const started = serveConversion({ certificates: '/nonexistent', port: 0, review, log })
    await assert.rejects(started, (error: unknown) => error instanceof CommandError && error.exitCode === 2)
  })

  it('with a port but no certificate', async () => {
    const { code, err } = await runLine(['run', '--webhook-port', '9443'], { env: { HOME: '/nonexistent' } })
    assert.equal(code, 2)
    assert.match(err.join('\n'), /go together/)
  })
})
