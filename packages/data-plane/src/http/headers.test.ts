import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { answerHeaders, forwardedHeaders, passedTrailers, surveyHeaders } from './headers.ts'

const client = { address: '192.0.2.1', scheme: 'https', port: 443, authority: 'a.test:1' } as const
const pairs = (text: string): readonly string[] =>
  text === '' ? [] : text.split('|').flatMap((line) => line.split('='))
const told = (lines: readonly string[]): string =>
  lines.flatMap((name, index) => (index % 2 === 0 ? [`${name}=${lines[index + 1]}`] : [])).join('|')
const ours =
  'X-Forwarded-For=192.0.2.1|X-Forwarded-Proto=https|X-Forwarded-Host=a.test:1|X-Forwarded-Port=443'

type Case = [lines: string, sent: string, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const requests: Case[] = [
  ['B=1|a=|B=2|b=3',                               `B=1|a=|B=2|b=3|${ours}`,  'order, repetitions, case and empty values stay'],
  ['Host=a.test|Connection=keep-alive|Keep-Alive=timeout=5', ours,            'what concerns one connection is not passed on'],
  ['Connection=close, X-Mine|X-Mine=1|X-Other=2',  `X-Other=2|${ours}`,       'nor what the client says is meant for us alone'],
  ['Connection=Authorization|Authorization=1',     `Authorization=1|${ours}`, 'but what a backend decides by cannot be taken away so'],
  ['Connection=X-Forwarded-For',                   ours,                      'nor what we say ourselves'],
  ['Upgrade=h2c|HTTP2-Settings=AAMA|Connection=Upgrade, HTTP2-Settings', ours, 'nobody is asked to change the protocol behind our back'],
  ['Transfer-Encoding=chunked',                    ours,                      'framing is written anew'],
  ['Content-Length=3',                             `Content-Length=3|${ours}`, 'a length is passed on'],
  ['Content-Length=3|Connection=Content-Length',   `Content-Length=3|${ours}`, 'and cannot be taken away'],
  ['Transfer-Encoding=chunked|Content-Length=3',   ours,                      'of two lengths the one that was read counts'],
  ['TE=gzip, trailers',                            `TE=trailers|${ours}`,     'trailers are passed on, codings are not'],
  ['Proxy-Authorization=secret|Proxy-Connection=x', ours,                     'that was meant for a proxy'],
  ['X-Forwarded-Proto=http|X-Forwarded-Host=evil|X-Forwarded-Port=1', ours,   'what we know better nobody else says'],
  ['Forwarded=for=1',                              `Forwarded=for|${ours}`,   'what we do not write we leave'],
]

describe('The headers that a backend gets', () => {
  for (const [lines, sent, because] of requests)
    it(`${lines}: ${sent}, because ${because}`, () =>
      assert.equal(told(forwardedHeaders(pairs(lines), surveyHeaders(pairs(lines)), client)), sent))

  it('name everybody that a request came by', () => {
    const lines = pairs('X-Forwarded-For=10.0.0.1|x-forwarded-for=10.0.0.2')
    assert.match(
      told(forwardedHeaders(lines, surveyHeaders(lines), client)),
      /For=10\.0\.0\.1, 10\.0\.0\.2, 192\.0\.2\.1\|/,
    )
  })
})

// biome-ignore format: the table is the specification; its columns stay aligned
const answers: Case[] = [
  ['Set-Cookie=a|Set-Cookie=b|x=',                'Set-Cookie=a|Set-Cookie=b|x=', 'repetitions and empty values stay'],
  ['Connection=x-mine|X-Mine=1|Keep-Alive=1|a=1', 'a=1',                          'what concerns one connection is not passed on'],
  ['Transfer-Encoding=chunked|Content-Length=9',  '',                             'of two lengths the one that was read counts'],
  [':status=200|a=1',                             'a=1',                          'what HTTP/2 says beside headers is none'],
  ['Upgrade=h2c',                                 '',                             'nobody changes the protocol'],
]

describe('The headers that a client gets', () => {
  for (const [lines, sent, because] of answers)
    it(`${lines}: ${sent}, because ${because}`, () =>
      assert.equal(told(answerHeaders(pairs(lines), { cors: false })), sent))

  it('leave out what a filter says instead of the backend', () =>
    assert.equal(told(answerHeaders(pairs('Access-Control-Allow-Origin=*|a=1'), { cors: true })), 'a=1'))
})

describe('Trailers', () => {
  it('are passed on unless they would change what came before them', () =>
    assert.equal(
      told(passedTrailers(pairs('Grpc-Status=0|Content-Length=1|Transfer-Encoding=x|Host=b|X-A=1'))),
      'grpc-status=0|x-a=1',
    ))
})
