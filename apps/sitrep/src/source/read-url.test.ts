import assert from 'node:assert/strict'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { runLine } from '../testing.ts'
import { readUrl, urlLimits } from './read-url.ts'

const yaml = 'kind: Pod\napiVersion: v1\nmetadata: {name: web, namespace: shop}\n'

const pages: Readonly<Record<string, RequestListener>> = {
  '/pod.yaml': (_, answer) => answer.end(yaml),
  '/moved.yaml': (_, answer) => answer.writeHead(302, { location: '/pod.yaml' }).end(),
  '/around': (_, answer) => answer.writeHead(302, { location: '/around' }).end(),
  '/plain': (_, answer) => answer.writeHead(302, { location: 'http://example.com/pod.yaml' }).end(),
  '/endless': (_, answer) => {
    const more = (): void => {
      while (!answer.destroyed && answer.write(Buffer.alloc(65_536)));
    }
    answer.on('drain', more)
    more()
  },
  '/silent': () => {},
}

describe('Files at an address', () => {
  let server: Server
  let address = ''
  before(async () => {
    server = createServer((request, answer) => {
      const page = pages[request.url ?? '']
      if (page === undefined) answer.writeHead(404).end()
      else page(request, answer)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(() => {
    server.closeAllConnections()
    server.close()
  })

  it('are read like others, also where they have moved', async () => {
    for (const path of ['/pod.yaml', '/moved.yaml']) {
      const { out, code } = await runLine(['get', 'pods', '-f', `${address}${path}`, '-o', 'name'])
      assert.deepEqual([code, out], [0, ['pod/web']])
    }
  })

  const limits = { ...urlLimits, bytes: 1_000_000, timeMs: 200 }
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases = [
    ['/nothing', 3, /answers with 404 Not Found$/,            'there is none'],
    ['/around',  3, /leads on and on/,                        'redirects are counted'],
    ['/plain',   2, /example\.com.* is not encrypted/,        'whoever is on the way could change it'],
    ['/endless', 2, /Too much to read: .* larger than 977 KiB$/, 'an answer has an end'],
    ['/silent',  3, /has not answered within 0\.2s$/,         'nobody waits in silence'],
  ] as const
  for (const [path, exitCode, message, because] of cases) {
    it(`${path} is refused, because ${because}`, async () => {
      // The timer of a signal keeps no process alive.
      const alive = setTimeout(() => {}, 10_000)
      await assert.rejects(readUrl(`${address}${path}`, {}, limits), { exitCode, message })
      clearTimeout(alive)
    })
  }

  it('elsewhere have to come by https', () =>
    assert.rejects(readUrl('http://192.0.2.1/a.yaml', {}), { exitCode: 2, message: /is not encrypted/ }))
})
