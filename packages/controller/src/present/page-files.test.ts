import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { answerBy, jsonAnswer } from './routes.ts'
import { type ServedAnswers, serveAnswers } from './serve-answers.ts'

const files = new Map([
  ['index.html', { type: 'text/html; charset=utf-8', body: Buffer.from('<!doctype html>') }],
  ['page.js', { type: 'text/javascript; charset=utf-8', body: Buffer.from('1') }],
])

describe('The files of a page', () => {
  let served: ServedAnswers
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
    fetch(`${served.url}${path}`, { headers, method })
  before(async () => {
    const routes = { '/answer': () => jsonAnswer({}) }
    served = await serveAnswers({
      port: 0,
      token: 'secret',
      files,
      answer: (asked) => answerBy(routes, asked),
    })
  })
  after(() => served.close())

  it('are served to everybody, for nothing of the world is in them; answers are not', async () => {
    assert.equal(await (await get('/')).text(), '<!doctype html>')
    assert.equal((await get('/page.js?x=1')).headers.get('content-type'), 'text/javascript; charset=utf-8')
    assert.equal((await get('/answer')).status, 401)
    assert.equal((await get('/answer', { authorization: 'Bearer secret' })).status, 200)
  })

  it('run nothing that did not come with them, and are in nobody’s frame', async () => {
    const { headers } = await get('/')
    const policy = headers.get('content-security-policy') ?? ''
    assert.match(policy, /default-src 'none'/)
    assert.doesNotMatch(policy, /unsafe/)
    assert.match(policy, /frame-ancestors 'none'/)
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.equal(headers.get('referrer-policy'), 'no-referrer')
  })

  it('are not sent again to whoever has them', async () => {
    const etag = (await get('/')).headers.get('etag') ?? ''
    assert.equal((await get('/', { 'if-none-match': etag })).status, 304)
    assert.equal((await get('/', { 'if-none-match': '"other"' })).status, 200)
  })

  it('are only read', async () => {
    assert.equal((await get('/', {}, 'HEAD')).status, 200)
    assert.equal((await get('/', { authorization: 'Bearer secret' }, 'POST')).status, 404)
  })
})
