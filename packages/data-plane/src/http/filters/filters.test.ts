import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Fields } from '@sitrep/status'
import { Asked } from '../match/asked.ts'
import { readCors } from './cors.ts'
import { editHeaders, readHeaderEdits } from './header-edits.ts'
import { readPathChange } from './paths.ts'
import { readRedirect } from './redirect.ts'

type PathCase = [path: string, prefix: string, replacement: string, becomes: string, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const prefixes: PathCase[] = [
  ['/foo/bar',  '/foo',  '/xyz',  '/xyz/bar',  'what follows the prefix stays'],
  ['/foo/bar',  '/foo',  '/xyz/', '/xyz/bar',  'one slash is enough'],
  ['/foo/bar',  '/foo/', '/xyz',  '/xyz/bar',  'and one there is'],
  ['/foo/bar',  '/foo/', '/xyz/', '/xyz/bar',  'however many were written'],
  ['/foo',      '/foo',  '/xyz',  '/xyz',      'nothing follows'],
  ['/foo/',     '/foo',  '/xyz',  '/xyz/',     'a slash follows'],
  ['/foo',      '/foo',  '/xyz/', '/xyz/',     'nothing follows, so that the replacement stands as written'],
  ['/foo/bar',  '/foo',  '',      '/bar',      'the prefix is taken away'],
  ['/foo/',     '/foo',  '',      '/',         'a path is never empty'],
  ['/foo',      '/foo',  '',      '/',         'not even here'],
  ['/foo/',     '/foo',  '/',     '/',         'a slash for a slash'],
  ['/foo',      '/foo',  '/',     '/',         'the root'],
  ['/bar',      '/',     '/xyz',  '/xyz/bar',  'the root is a prefix of everything'],
  ['/foo/%2f',  '/foo',  'é x',   '/%C3%A9%20x/%2f', 'what a request line cannot hold is encoded, and the rest left'],
]

describe('Replacing the prefix of a path', () => {
  for (const [path, prefix, replacement, becomes, because] of prefixes)
    it(`${path} without ${prefix}, with "${replacement}": ${becomes}, because ${because}`, () => {
      const change = readPathChange({ path: { type: 'ReplacePrefixMatch', replacePrefixMatch: replacement } })
      assert.equal(change?.(path, prefix), becomes)
    })

  it('leaves a path alone where nothing is said about it', () => assert.equal(readPathChange({}), undefined))
})

type RedirectCase = [settings: Fields, from: string, location: string, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const redirects: RedirectCase[] = [
  [{ hostname: 'b.test' },                 'http 80 /a?x=1',   '302 http://b.test/a?x=1',       'the rest stays, and 80 goes without saying'],
  [{ hostname: 'b.test', statusCode: 301 }, 'http 80 /a',      '301 http://b.test/a',           'a status may be said'],
  [{},                                     'http 8080 /a',     '302 http://a.test:8080/a',      'the port of the listener'],
  [{ port: 80 },                           'http 8080 /a',     '302 http://a.test/a',           'the port that is said, which goes without saying'],
  [{ port: 8443 },                         'https 443 /a',     '302 https://a.test:8443/a',     'the port that is said'],
  [{ scheme: 'https' },                    'http 8080 /a',     '302 https://a.test/a',          'a scheme brings its own port'],
  [{ scheme: 'http' },                     'https 443 /a',     '302 http://a.test/a',           'in both directions'],
  [{ scheme: 'https', port: 8443 },        'http 80 /a',       '302 https://a.test:8443/a',     'unless one is said'],
  [{ scheme: 'http', port: 443 },          'https 443 /a',     '302 http://a.test:443/a',       'the port of another scheme has to be said'],
  [{ path: { type: 'ReplaceFullPath', replaceFullPath: '/z' } }, 'http 80 /a/b?x', '302 http://a.test/z?x', 'the query stays'],
  [{ path: { type: 'ReplacePrefixMatch', replacePrefixMatch: '/z' } }, 'http 80 /a/b', '302 http://a.test/z/b', 'the matched prefix is /a'],
]

describe('Where a redirect leads', () => {
  for (const [settings, from, says, because] of redirects)
    it(`${JSON.stringify(settings)} from ${from}: ${says}, because ${because}`, () => {
      const [scheme = '', port, url = ''] = from.split(' ')
      const [path = '', search] = url.split('?')
      const { status, location } = readRedirect(settings)
      const target = {
        host: 'a.test',
        authority: 'a.test:1',
        path,
        search: search === undefined ? '' : `?${search}`,
      }
      const to = location({ target, scheme: scheme as 'http', port: Number(port), prefix: '/a' })
      assert.equal(`${status} ${to}`, says)
    })
})

type EditCase = [settings: Fields, lines: string, becomes: string, because: string]
const of = (...values: readonly string[]) =>
  values.map((text) => ({ name: text.split('=')[0], value: text.split('=')[1] }))

// biome-ignore format: the table is the specification; its columns stay aligned
const edits: EditCase[] = [
  [{ set: of('X-A=2') },                'x-a=1 b=1 X-A=0', 'b=1 X-A=2',          'all that came before is replaced'],
  [{ set: of('X-A=2') },                'b=1',             'b=1 X-A=2',          'what was not there is set'],
  [{ add: of('x-a=2') },                'X-A=1',           'X-A=1 x-a=2',        'what is added stands beside'],
  [{ remove: ['X-a'] },                 'x-A=1 b=1 X-A=2', 'b=1',                'names have no case'],
  [{ set: of('Content-Length=0'), remove: ['Transfer-Encoding', 'host'] }, 'host=a Transfer-Encoding=b', 'host=a Transfer-Encoding=b', 'what holds a message together is not edited'],
  [{ set: of('X-A=2\r\nX-B: 3') },      '',                'X-A=2  X-B: 3',      'a value cannot end its line'],
  [{ set: of('X A=2', '=3') },          '',                '',                   'no name, no header'],
]

describe('Editing headers', () => {
  for (const [settings, lines, becomes, because] of edits)
    it(`${JSON.stringify(settings)} on ${lines}: ${becomes}, because ${because}`, () => {
      const pairs = lines === '' ? [] : lines.split(' ').flatMap((line) => line.split('='))
      const edited = editHeaders(pairs, readHeaderEdits(settings))
      const told = edited.flatMap((name, index) => (index % 2 === 0 ? [`${name}=${edited[index + 1]}`] : []))
      assert.equal(told.join(' '), becomes)
    })
})

const listed = {
  allowOrigins: ['https://www.foo.com', 'https://*.bar.com'],
  allowMethods: ['GET', 'OPTIONS'],
  allowHeaders: ['x-1', 'x-2'],
}
const open = { allowOrigins: ['*'], allowMethods: ['*'], allowHeaders: ['*'] }
type CorsCase = [settings: Fields, request: string, says: string, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cors: CorsCase[] = [
  [listed, 'GET',                                   'nothing',                       'a request without an origin is none of its business'],
  [listed, 'GET https://www.foo.com',               'origin https://www.foo.com',    'the origin is listed'],
  [listed, 'GET https://WWW.foo.com',               'origin https://WWW.foo.com',    'names have no case, and what is told is what was said'],
  [listed, 'GET https://a.b.bar.com',               'origin https://a.b.bar.com',    'a star holds several labels'],
  [listed, 'GET https://bar.com',                   'refused',                       'and at least one'],
  [listed, 'GET https://evil.com/.bar.com',         'refused',                       'a star ends no name'],
  [listed, 'GET http://www.foo.com',                'refused',                       'the scheme is part of an origin'],
  [listed, 'GET https://www.foo.com:444',           'refused',                       'and so is the port'],
  [listed, 'GET null',                              'refused',                       'a page without an origin is nobody'],
  [listed, 'OPTIONS https://www.foo.com PUT',       '200 origin https://www.foo.com methods GET, OPTIONS headers x-1, x-2 age 5', 'who asks beforehand is told what is allowed'],
  [listed, 'OPTIONS https://evil.com PUT',          '403 refused',                   'and nothing where nothing is'],
  [listed, 'OPTIONS https://www.foo.com',           'origin https://www.foo.com',    'not every OPTIONS asks beforehand'],
  [open,   'OPTIONS https://x.com:1 PUT x-3',       '200 origin https://x.com:1 methods PUT headers x-3 age 5', 'a star allows whatever was asked for'],
  [{ ...open, allowCredentials: true, exposeHeaders: ['x-9'], maxAge: 60 }, 'OPTIONS https://x.com PUT', '200 origin https://x.com credentials true exposes x-9 methods PUT age 60', 'with credentials an origin is named, never a star'],
]
const shortNames = {
  'access-control-allow-origin': 'origin',
  'access-control-allow-methods': 'methods',
  'access-control-allow-headers': 'headers',
  'access-control-max-age': 'age',
  'access-control-allow-credentials': 'credentials',
  'access-control-expose-headers': 'exposes',
} as Record<string, string>

describe('What a CORS filter says', () => {
  for (const [settings, request, says, because] of cors)
    it(`${request}: ${says}, because ${because}`, () => {
      const [method = '', origin, wanted, header] = request.split(' ')
      const lines = [
        ...(origin === undefined ? [] : ['Origin', origin]),
        ...(wanted === undefined ? [] : ['Access-Control-Request-Method', wanted]),
        ...(header === undefined ? [] : ['Access-Control-Request-Headers', header]),
      ]
      const verdict = readCors(settings)(
        new Asked(method, { host: '', authority: '', path: '/', search: '' }, lines),
      )
      const told = verdict?.headers.flatMap((name, index) => {
        const short = index % 2 === 0 ? shortNames[name.toLowerCase()] : undefined
        return short === undefined ? [] : [`${short} ${verdict.headers[index + 1]}`]
      })
      const text = told?.length === 0 ? 'refused' : told?.join(' ')
      assert.equal(
        [verdict?.preflight, verdict === undefined ? 'nothing' : text].filter(Boolean).join(' '),
        says,
      )
    })
})
