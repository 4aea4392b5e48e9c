import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { RoutingConfigurationSpec } from '@sitrep/gateway-api'
import fc from 'fast-check'
import { usualLimits } from '../limits.ts'
import { backend, entry, exact, listener, prefix, rule, site, value } from '../sites.testing.ts'
import { render } from './render/render.ts'

const installed = spawnSync('haproxy', ['-v']).error === undefined

/** Texts that would mean something to HAProxy if they were let in, and anything else. */
const hostile: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({
    unit: fc.constantFrom(
      '\n',
      '\r',
      ' ',
      '#',
      '"',
      "'",
      '\\',
      '%',
      '[',
      ']',
      '(',
      ')',
      ',',
      '$',
      '{',
      '}',
      '-',
      'f',
      'if',
      '\0',
      'ü',
      '/',
      '*',
      '.',
    ),
    maxLength: 20,
  }),
  fc.constantFrom(
    'a\n  bind :1',
    '%[src]',
    '$HOME',
    '-f /etc/passwd',
    'if',
    '} if {',
    "'\nbackend x",
    'a\\',
    '/a b',
    '/x#',
    '--',
  ),
)

const specs: fc.Arbitrary<Partial<RoutingConfigurationSpec>> = fc
  .record({
    host: hostile,
    path: hostile,
    header: hostile,
    text: hostile,
    method: hostile,
    address: hostile,
    appProtocol: hostile,
    key: hostile,
  })
  .map(({ host, path, header, text, method, address, appProtocol, key }) => {
    const modifier = {
      set: [
        { name: header, value: text },
        { name: 'x', value: text },
      ],
      add: [{ name: 'y', value: text }],
      remove: [header],
    }
    const rewritten = { hostname: host, path: { replacePrefixMatch: path, replaceFullPath: path } }
    const filters = [
      { type: 'RequestHeaderModifier', settings: modifier },
      { type: 'ResponseHeaderModifier', settings: modifier },
      { type: 'URLRewrite', settings: rewritten },
    ]
    const redirect = { type: 'RequestRedirect', settings: { ...rewritten, scheme: text, port: 1 } }
    const tls = {
      hostname: host,
      subjectAltNames: [{ type: 'Hostname', hostname: text }],
      authorities: [],
      wellKnownAuthorities: 'System',
    }
    return {
      listeners: [
        listener(
          [
            entry(key, exact(path), host),
            entry('r', prefix(path), host),
            entry(
              'x',
              prefix('/', {
                headers: [value(header, text), value('h', text)],
                queryParams: [value(header, text), value('q', text)],
              }),
            ),
            entry('x', prefix('/', { method })),
          ],
          { name: key, hostname: host },
        ),
        listener([entry('r', prefix(path))], { name: 'all' }),
      ],
      rules: {
        [key]: rule([key, 'e'], {
          route: key,
          filters,
          timeouts: { request: text },
          retry: { attempts: 1, codes: [text] },
        }),
        r: rule([], { filters: [redirect] }),
        x: rule(['e'], { filters }),
      },
      backends: {
        [key]: backend([1], { appProtocol, tls }),
        e: backend([], {
          endpoints: [
            { address, port: 1 },
            { address: '127.0.0.1', port: 2 },
          ],
        }),
      },
    }
  })

/** The first words that lines of our configurations begin with: anything else came from outside. */
const known =
  /^(global|defaults|frontend s0\.80|backend s0\.80\.r\d+(\.\d+)?| {2}(stats socket|set-var|hard-stop-after|noreuseport|tune\.|ssl-default|timeout|option|http-reuse|mode|bind 127\.0\.0\.1:80|maxconn|http-request|http-response|acl|use_backend|retries|retry-on|server e\d) ?.*|)$/

describe('whatever objects hold', () => {
  it('HAProxy reads what is written, and no line of it comes from an object', {
    skip: !installed && 'haproxy is not installed here',
  }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'sitrep-hostile-'))
    try {
      fc.assert(
        fc.property(specs, (spec) => {
          const given = {
            configuration: site(spec).configuration,
            binds: new Map([[80, ['127.0.0.1:80']]]),
            certificates: {},
            authorities: {},
            refused: new Set<string>(),
          }
          const { files } = render({
            version: '1',
            sites: [given],
            limits: usualLimits,
            folder,
            socket: join(folder, 's'),
          })
          for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
          const lines = (files['haproxy.cfg'] ?? '').split('\n')
          assert.deepEqual(
            lines.filter((line) => !known.test(line)),
            [],
          )
          const { status, stderr } = spawnSync('haproxy', ['-c', '-f', join(folder, 'haproxy.cfg')])
          assert.equal(status, 0, String(stderr))
        }),
        { numRuns: 60 },
      )
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
