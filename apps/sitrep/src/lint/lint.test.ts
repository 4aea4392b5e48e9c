import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { type Connection, ControllerError } from '@sitrep/controller/connection'
import { openTestCluster, type TestCluster } from '../cluster.testing.ts'
import { runLine } from '../testing.ts'
import { watchLive } from './live-objects.ts'

const broken = `# two objects
apiVersion: example.com/v1
kind: Widget
metadata: { name: a, namespace: prod, generation: 2 }
status:
  observedGeneration: 2
  conditions:
    - type: Ready
      status: "True"
      lastTransitionTime: "2025-12-31T00:00:00Z"
      reason: all is well
      message: ""
---
apiVersion: example.com/v1
kind: Widget
metadata: { name: b, namespace: prod, generation: 2 }
status:
  phase: Running
`

interface Findings {
  readonly errors: number
  readonly findings: readonly {
    readonly rule: string
    readonly object: { readonly name: string }
    readonly line: number
    readonly column: number
    readonly docs: string
  }[]
}

const findingsOf = (out: readonly string[]): Findings => JSON.parse(out.join('\n')) as Findings
const lintInput = (input: string, ...line: string[]) => runLine(['lint', '-f', '-', ...line], { input })

describe('sitrep lint on files', () => {
  it('shows findings object by object with their lines, what helps, and a count', async () => {
    const { code, out } = await lintInput(broken)
    assert.equal(code, 1)
    assert.deepEqual(out.slice(0, 5), [
      'Widget prod/a   standard input',
      '  error   bad-reason   11:7   Ready has the reason "all is well"',
      '',
      'Widget prod/b   standard input',
      '  warning   phase-instead-of-conditions   18:3   The phase is all that it reports',
    ])
    assert.ok(out.includes('  bad-reason   docs/lint/README.md#bad-reason'))
    assert.ok(out.includes('    Put the sentence into the message and a CamelCase word into the reason.'))
    assert.equal(out.at(-1), '1 error, 1 warning in 2 objects')
  })

  it('says the same in JSON', async () => {
    const { out } = await lintInput(broken, '-o', 'json')
    const { errors, findings } = findingsOf(out)
    assert.equal(errors, 1)
    assert.deepEqual(
      findings.map(({ rule, object, line, column }) => [rule, object.name, line, column]),
      [
        ['bad-reason', 'a', 11, 7],
        ['phase-instead-of-conditions', 'b', 18, 3],
      ],
    )
  })

  it('finds the line inside a list of objects, in JSON too', async () => {
    const item = (name: string, reason: string): string =>
      `{ "metadata": { "name": "${name}" }, "status": { "conditions": [\n { "type": "Ready", "status": "True", "lastTransitionTime": "2025-12-31T00:00:00Z",\n "reason": "${reason}" } ] } }`
    const input = `{ "apiVersion": "example.com/v1", "kind": "WidgetList", "items": [\n${item('a', 'Fine')},\n${item('b', 'Not fine')} ] }`
    const { out } = await lintInput(input, '-o', 'json', '--rule', 'bad-reason')
    assert.deepEqual(
      findingsOf(out).findings.map(({ object, line, column }) => [object.name, line, column]),
      [['b', 7, 2]],
    )
  })

  it('writes SARIF in which every result has its rule, level and region', async () => {
    const { out } = await lintInput(broken, '-o', 'sarif')
    const { version, runs } = JSON.parse(out.join('\n'))
    const [{ tool, results }] = runs
    assert.equal(version, '2.1.0')
    for (const { ruleId, ruleIndex } of results) assert.equal(tool.driver.rules[ruleIndex].id, ruleId)
    assert.deepEqual(results[0].locations[0].physicalLocation, {
      artifactLocation: { uri: 'standard%20input' },
      region: { startLine: 11, startColumn: 7 },
    })
    assert.equal(results[1].level, 'warning')
  })

  it('compares the versions of one object, in the order of their resourceVersions', async () => {
    const at = (version: number, time: string): string =>
      `apiVersion: example.com/v1\nkind: Widget\nmetadata: { name: a, resourceVersion: "${version}" }\nstatus: { conditions: [{ type: Ready, status: "True", reason: Up, message: "", lastTransitionTime: "${time}" }] }\n`
    const input = [at(9, '2025-12-31T09:00:00Z'), at(8, '2025-12-31T08:00:00Z')].join('---\n')
    const { code, out } = await lintInput(input, '-o', 'json')
    assert.equal(code, 1)
    assert.deepEqual(
      findingsOf(out).findings.map(({ rule, line }) => [rule, line]),
      [['transition-time-moved', 4]],
    )
  })

  it('shows hostile text harmlessly', async () => {
    const { out } = await lintInput(broken.replace('all is well', '"\\e[31mred\\u202e"'))
    for (const hostile of ['\u001b', '\u202e']) assert.ok(!out.join('\n').includes(hostile))
    assert.match(out.join('\n'), /red/)
  })

  type Case = [line: readonly string[], code: number, says: RegExp, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    [['--ignore', 'bad-reason'],                          0, /^1 warning in 2 objects/m,         'a warning is no error'],
    [['--ignore', 'bad-reason', '--max-warnings', '0'],   1, /^1 warning in 2 objects/m,         'not one warning is allowed'],
    [['--ignore', 'bad-reason', '--max-warnings', '1'],   0, /^1 warning in 2 objects/m,         'one warning is allowed'],
    [['--rule', 'no-summary'],                            0, /nothing to complain about/,        'only that rule was asked for'],
    [['--rule', 'bad-resaon'],                            2, /did you mean bad-reason\?/,        'a slip of the finger is met half-way'],
    [['--max-warnings', 'some'],                          2, /takes a number/,                   'it says what is meant'],
    [['-o', 'xml'],                                       2, /text, json, sarif/,                'it says what there is'],
    [['widgets'],                                         2, /leave out what to read from a server/, 'files or a server, not both'],
  ]
  for (const [line, code, says, because] of cases) {
    it(`${line.join(' ')} ends with ${code}, because ${because}`, async () => {
      const ran = await lintInput(broken, ...line)
      assert.match([...ran.out, ...ran.err].join('\n'), says)
      assert.equal(ran.code, code)
    })
  }

  it('no objects at all is an answer too', async () => {
    const { code, err } = await lintInput('# nothing\n')
    assert.equal(code, 1)
    assert.match(err[0] ?? '', /no Kubernetes objects/)
  })
})

describe('sitrep lint on a server', () => {
  let cluster: TestCluster
  before(async () => {
    cluster = await openTestCluster()
    await cluster.create('good')
    await cluster.create('bad')
    await cluster.report('bad', { phase: 'Running' })
  })
  after(() => cluster.close())

  it('one object', async () => {
    const { code, out } = await cluster.run(['lint', 'widget/bad', '--max-warnings', '0'])
    assert.equal(code, 1)
    assert.equal(
      out[1],
      '  warning   phase-instead-of-conditions   .status.phase   The phase is all that it reports',
    )
  })

  it('a namespace, with all kinds in it', async () => {
    const { out } = await cluster.run(['lint', '-o', 'json'])
    assert.deepEqual(
      findingsOf(out).findings.map(({ object }) => object.name),
      ['bad'],
    )
  })

  it('an object that is not there', async () => {
    const { code, err } = await cluster.run(['lint', 'widget/none'])
    assert.equal(code, 1)
    assert.deepEqual(err, ['There is no Widget none in namespace prod'])
  })

  it('several of which one is not there', async () => {
    const { code, err } = await cluster.run(['lint', 'widget/good', 'widget/none'])
    assert.equal(code, 1)
    assert.deepEqual(err, ['There is no Widget none in namespace prod'])
  })

  it('labels choose among all kinds as well', async () => {
    const { out } = await cluster.run(['lint', '-A', '-l', 'nobody=has', '-o', 'json'])
    assert.equal(JSON.parse(out.join('\n')).objects, 0)
  })

  it('what could not be read while it looked is no good news', async () => {
    const refuse = async (): Promise<never> => {
      throw new ControllerError('not-reachable', 'nobody answers', { retry: 'with-backoff' })
    }
    const away: Connection = { ...cluster.connection, request: refuse, stream: refuse }
    const resource = {
      group: 'example.com',
      version: 'v1',
      kind: 'Widget',
      plural: 'widgets',
      namespaced: true,
      names: [],
    }
    const told: string[] = []
    const context = { complain: (line: string) => told.push(line), interrupted: new AbortController().signal }
    await assert.rejects(watchLive(away, [{ resource }], { forMs: 50, context }), { exitCode: 3 })
    assert.deepEqual(told, ['nobody answers'])
  })

  it('what changes while it looks', async () => {
    await cluster.create('restless')
    const at = (lastTransitionTime: string) =>
      cluster.report('restless', {
        conditions: [{ type: 'Ready', status: 'True', reason: 'Up', message: '', lastTransitionTime }],
      })
    await at('2025-12-31T08:00:00Z')
    const watching = cluster.run(['lint', 'widget/restless', '--watch', '1s', '-o', 'json'])
    let looking = true
    const seen = watching.finally(() => {
      looking = false
    })
    for (let second = 0; looking; second++)
      await at(new Date(Date.parse('2025-12-31T09:00:00Z') + second * 1000).toISOString())
    const { code, out } = await seen
    assert.equal(code, 1)
    assert.ok(findingsOf(out).findings.some(({ rule }) => rule === 'transition-time-moved'))
  })

  it('reads folders, and names the file of each finding', async () => {
    mkdirSync(join(cluster.folder, 'a b'))
    writeFileSync(join(cluster.folder, 'a b', 'objects.yaml'), broken)
    const { out } = await runLine(['lint', '-f', cluster.folder, '-o', 'sarif', '--rule', 'bad-reason'])
    const [{ results }] = JSON.parse(out.join('\n')).runs
    assert.match(results[0].locations[0].physicalLocation.artifactLocation.uri, /\/a%20b\/objects\.yaml$/)
  })
})
