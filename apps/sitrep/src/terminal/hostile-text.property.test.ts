import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { parseAllDocuments } from 'yaml'
import { openLog } from '../program/log.ts'
import { type RunOptions, runLine } from '../testing.ts'
import { type HostileServer, openHostileServer } from './hostile-answers.testing.ts'
import { tarOf } from './tar.testing.ts'

// Said by Unicode and not by the list that the program uses.
const obeyed = /[\p{Cc}\p{Bidi_Control}\u200b\u2028\u2029\ufeff]/u

const hostileText = fc
  .array(
    fc.constantFrom(
      ...['a', 'B', '-', ' ', '"', '\\', 'é', '日', '\n', '\r', '\t', '\u0000', '\u0007', '\u007f'],
      ...['\u001b[2J', '\u001b]0;owned\u0007', '\u001b]8;;http://x\u001b\\', '\u009b31m', '\u0085'],
      ...['\u202e', '\u2066', '\u200f', '\u061c', '\u200b', '\u2028', '\ufeff', '\ud800', '\u{e0041}'],
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((pieces) => pieces.join(''))

const objectsWith = (text: string): readonly unknown[] => [
  {
    apiVersion: 'cluster.x-k8s.io/v1beta2',
    kind: 'Machine',
    metadata: {
      name: 'm',
      namespace: 'prod',
      uid: 'm',
      labels: { [text]: text },
      annotations: { [text]: text },
    },
    spec: { clusterName: text, version: text, infrastructureRef: { kind: text, name: text, apiGroup: text } },
    status: { phase: text, conditions: [{ type: `A${text}`, status: 'False', reason: text, message: text }] },
  },
  {
    apiVersion: 'example.com/v1',
    kind: `W${text}`,
    metadata: { name: `n-${text}`, namespace: `s-${text}`, uid: 'w', finalizers: [text] },
    status: { conditions: [{ type: 'Ready', status: text, reason: text, message: `it\n${text}` }] },
  },
  { apiVersion: 'v1', kind: `K${text}`, metadata: [text] },
]

const fromFiles: readonly (readonly string[])[] = [
  ['status'],
  ['status', '-o', 'diff'],
  ['trouble', '--all'],
  ['describe', 'machine/m', '-n', 'prod', '--show-conditions', 'all'],
  ['explain', 'machine/m', '-n', 'prod', '--verbose'],
  ['lint'],
  ['get', 'machine', '-A', '-o', 'wide', '--show-labels'],
  ['convert', '--to', 'v1beta2'],
]

const forPrograms: readonly (readonly string[])[] = [
  ['status', '-o', 'json'],
  ['lint', '-o', 'json'],
  ['lint', '-o', 'sarif'],
  ['trouble', '-o', 'json'],
  ['describe', 'machine/m', '-n', 'prod', '-o', 'json'],
  ['status', '-o', 'yaml'],
]

async function shown(line: readonly string[], options: RunOptions = {}): Promise<readonly string[]> {
  const { out, err } = await runLine(line, options)
  return [...out, ...err]
}

function assertHarmless(lines: readonly string[], line: readonly string[]): void {
  const found = lines.find((each) => obeyed.test(each.replaceAll('\t', '')))
  assert.equal(found, undefined, `sitrep ${JSON.stringify(line)}: ${JSON.stringify(found)}`)
}

describe('Hostile text never reaches a terminal as it is', () => {
  let folder: string
  let server: HostileServer
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sitrep-hostile-'))
    server = await openHostileServer()
  })
  after(async () => {
    rmSync(folder, { recursive: true })
    await server.close()
  })

  const archive = (text: string): string => {
    const file = join(folder, 'bundle.tar')
    const content = objectsWith(text).map((object) => JSON.stringify(object))
    writeFileSync(
      file,
      tarOf([
        [`dump/${text}.json`, content.join('\n---\n')],
        [`dump/broken ${text}.yaml`, `kind: [\n${text}`],
      ]),
    )
    return file
  }

  it('from names and files in an archive, whatever is asked of it', async () => {
    await fc.assert(
      fc.asyncProperty(
        hostileText,
        fc.constantFrom(...fromFiles),
        fc.constantFrom(undefined, 60),
        async (text, line, width) => {
          const lines = await shown([...line, '-f', archive(text)], width === undefined ? {} : { width })
          assertHarmless(lines, line)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('and what programs read of it is whole', async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, fc.constantFrom(...forPrograms), async (text, line) => {
        const { out, err } = await runLine([...line, '-f', archive(text)])
        assertHarmless([...out, ...err], line)
        const written = out.join('\n')
        if (line.at(-1) === 'yaml')
          assert.deepEqual(
            parseAllDocuments(written).flatMap(({ errors }) => errors),
            [],
          )
        else if (written !== '') JSON.parse(written)
      }),
      { numRuns: 40 },
    )
  })

  it('from standard input, and from what was typed', async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, fc.constantFrom('status', 'lint', 'trouble'), async (text, name) => {
        assertHarmless(await shown([name, '-f', '-'], { input: `a: ${text}\n---\n- ${text}` }), [name])
        for (const line of [
          [text],
          [name, '--at', text],
          [name, text],
          ['wait', 'x/y', '--for', text],
          ['get', text, '-f', text],
        ])
          assertHarmless(await shown(line), line)
      }),
      { numRuns: 25 },
    )
  })

  it('from a server: columns, cells, labels, errors, and the names in a kubeconfig', async () => {
    const asked = [
      ['get', 'widgets', '-A'],
      ['get', 'widgets', '-A', '-o', 'wide', '--show-labels'],
      ['get', 'widgets', '-A', '-o', 'name'],
      ['get', 'widgets', '-A', '-o', 'yaml'],
      ['lint', 'widgets', '-A'],
      ['get', 'nothing'],
      ['explain', 'widget/w'],
      ['get', 'widgets', '--context', 'missing'],
      ['__complete', '--', 'get', 'widgets', ''],
    ] as const
    await fc.assert(
      fc.asyncProperty(
        hostileText,
        fc.constantFrom(...asked),
        fc.constantFrom('errors', 'objects'),
        async (text, line, answers) => {
          server.says(text, answers)
          const kubeconfig = join(folder, 'kubeconfig')
          writeFileSync(kubeconfig, JSON.stringify(kubeconfigWith(text, server.url)))
          const options = { env: { HOME: folder, KUBECONFIG: kubeconfig } }
          assertHarmless(await shown(line, options), line)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('from errors that nobody expected, with their stack', async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, async (text) => {
        const families = [
          { name: text, load: () => Promise.reject(new Error(text)) },
        ] as unknown as NonNullable<RunOptions['families']>
        const lines = await shown(['status', '-f', '-', '--debug'], { families, input: JSON.stringify(pod) })
        assert.ok(
          lines.some((line) => line.startsWith('Error: ')),
          lines.join('\n'),
        )
        assertHarmless(lines, ['--debug'])
      }),
      { numRuns: 25 },
    )
  })

  it('from a log, whose lines stay JSON', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const lines: string[] = []
        openLog('info', { write: (line) => lines.push(line) }).warn('seen', {
          object: text,
          [text]: { why: text },
        })
        assert.equal(lines.length, 1)
        assert.ok(!obeyed.test((lines[0] ?? '').trimEnd()), JSON.stringify(lines))
        assert.equal((JSON.parse(lines[0] ?? '') as { object: string }).object, text)
      }),
    )
  })
})

const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', namespace: 'prod' } }

const kubeconfigWith = (text: string, server: string): unknown => ({
  apiVersion: 'v1',
  kind: 'Config',
  'current-context': `c-${text}`,
  contexts: [{ name: `c-${text}`, context: { cluster: `k-${text}`, user: `u-${text}`, namespace: text } }],
  clusters: [{ name: `k-${text}`, cluster: { server } }],
  users: [{ name: `u-${text}`, user: { token: 't' } }],
})
