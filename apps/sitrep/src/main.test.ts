import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { builtInFamilies } from './families/families.ts'
import { withSettings } from './families/settings.ts'
import { parseCall } from './options/parse-call.ts'
import { registry } from './registry.ts'
import { recordedWorld, runLine } from './testing.ts'

describe('The command line', () => {
  type Case = [line: readonly string[], code: number, says: RegExp, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    [[],                                        0, /There is no cluster to look at[\s\S]*sitrep up --scenario demo[\s\S]*is it ready, and if not, why/, 'without a cluster it says how to begin'],
    [['-A'],                                    3, /No cluster is configured/,                    'who asks for more is told why not'],
    [['trouble'],                               3, /No cluster is configured/,                    'it could not find out'],
    [['verson'],                                2, /did you mean version\?/,                      'a slip of the finger is met half-way'],
    [['frobnicate'],                            2, /sitrep help lists them/,                      'nothing is near it'],
    [['version', '--otput', 'json'],            2, /did you mean --output\?/,                     'options have slips too'],
    [['status'],                                2, /sitrep status -f FILE/,                       'it says what is missing'],
    [['status', '-f', 'no-such-file'],          2, /no-such-file cannot be read: there is no such file/, 'it names the file'],
    [['status', '-f', '-', '-o', 'xml'],        2, /-o takes yaml, json, table, diff, name, jsonpath=TEMPLATE, custom-columns=SPEC, not "xml"$/, 'it says all that there is'],
    [['status', '-f', '-', '--at', 'noon'],     2, /RFC 3339/,                                    'it says which form is meant'],
    [['explain', 'cluster/x', '-f', '-', '--profile', 'draft'], 2, /proposal or released/,        'it says what there is'],
    [['explain', 'cluster', '-f', '-'],         2, /KIND\/NAME/,                                  'an object has a name'],
    [['convert', '-f', '-', '--to', 'v2'],      2, /proposal-v1beta1/,                            'it lists the stages'],
    [['get', 'clusters'],                       3, /No cluster is configured/,                    'it could not find out, and says what to do'],
    [['run', '--kubeconfig', 'nowhere'],        3, /kubeconfig nowhere cannot be read/,           'it names the file'],
  ]
  for (const [line, code, says, because] of cases) {
    it(`sitrep ${line.join(' ')} ends with ${code}, because ${because}`, async () => {
      const ran = await runLine(line, { env: { HOME: '/nonexistent' } })
      assert.equal(ran.code, code)
      assert.match([...ran.out, ...ran.err].join('\n'), says)
    })
  }

  for (const { name, load } of registry) {
    it(`sitrep ${name} --help shows usage, options and an example`, async () => {
      const { code, out } = await runLine([name, '--help'])
      const text = out.join('\n')
      assert.equal(code, 0)
      assert.match(text, new RegExp(`Usage: sitrep ${name}`))
      assert.match(text, /Options:/)
      assert.match(text, /Examples:\n {2}# /)
    })

    it(`sitrep ${name} --help fits a terminal of 80 columns`, async () => {
      const { out } = await runLine([name, '--help'], { width: 80 })
      for (const line of out) assert.ok(line.length <= 80 || /^ {2}sitrep /.test(line), line)
    })

    it(`the examples of sitrep ${name} are lines that it understands`, async () => {
      const command = await withSettings(await load(), builtInFamilies)
      for (const { line } of command.examples) {
        const [first, ...words] = line.split(/\s\|\s/)[0]?.match(/'[^']*'|\S+/g) ?? []
        assert.equal(first, name)
        parseCall(
          command,
          words.map((word) => word.replaceAll("'", '')),
        )
      }
    })
  }
})

describe('Errors', () => {
  it('are one line; --debug shows where they come from', async () => {
    const plain = await runLine(['status', '-f', 'no-such-file'])
    assert.deepEqual(plain.err, ['no-such-file cannot be read: there is no such file'])
    const debugged = await runLine(['status', '-f', 'no-such-file', '--debug'])
    assert.ok(debugged.err.some((line) => line.startsWith('    at ')))
  })

  it('that quote an object are harmless', async () => {
    const { err } = await runLine(['explain', 'cluster/a\u001b[2Jb', '-f', '-'])
    assert.deepEqual(err, ['There is no cluster a\\u{1b}[2Jb'])
  })
})

describe('Files', () => {
  it('bad YAML is named with its line and column', async () => {
    const { code, err } = await runLine(['status', '-f', '-'], { input: 'kind: A\nmetadata: [\n' })
    assert.equal(code, 2)
    assert.match(err[0] ?? '', /^standard input:\d+:\d+: /)
  })

  it('lists, several documents and JSON are all read, in their order', async () => {
    const object = (name: string): string =>
      `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"${name}"}}`
    const input = `apiVersion: v1\nkind: List\nitems: [${object('a')}, ${object('b')}]\n---\n${object('c')}\n---\n# nothing\n`
    const { out } = await runLine(['status', '-f', '-', '-o', 'json'], { input })
    const { items } = JSON.parse(out.join('\n')) as { items: { name: string }[] }
    assert.deepEqual(
      items.map(({ name }) => name),
      ['a', 'b', 'c'],
    )
  })

  it('each verdict says how sure it is, and one without an answer what is missing', async () => {
    const widget = (name: string, type: string): string =>
      `{"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"${name}"},"status":{"conditions":[{"type":"${type}","status":"True"}]}}`
    const input = `${widget('a', 'Ready')}\n---\n${widget('b', 'Frobbed')}\n`
    const json = await runLine(['status', '-f', '-', '--reported', '-o', 'json'], { input })
    const { items } = JSON.parse(json.out.join('\n')) as {
      items: { verdict: { word: string; confidence: string; missing?: string } }[]
    }
    assert.deepEqual(
      items.map(({ verdict: { word, confidence, missing } }) => [word, confidence, missing]),
      [
        ['Ready', 'convention', undefined],
        ['Unknown', 'guess', 'which answer of status.conditions[Frobbed] is the good one'],
      ],
    )
    const table = await runLine(['status', '-f', '-', '--reported'], { input })
    assert.match(
      table.out.join('\n'),
      /Ready ~.*Unknown \?.*missing: which answer of.*\? no more than a guess/s,
    )
  })

  it('a bomb of aliases is refused', async () => {
    const levels = [
      'a: &a [x,x,x,x,x,x,x,x,x,x]',
      ...Array.from(
        { length: 8 },
        (_, at) =>
          `${'bcdefghi'[at]}: &${'bcdefghi'[at]} [${Array(10).fill(`*${'abcdefgh'[at]}`).join(',')}]`,
      ),
    ]
    const { code } = await runLine(['status', '-f', '-'], { input: levels.join('\n') })
    assert.notEqual(code, 0)
  })

  it('keys called __proto__ are data', async () => {
    const { code } = await runLine(['status', '-f', '-', '-o', 'json'], {
      input: '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"__proto__":{"status":1}}',
    })
    assert.equal(code, 0)
    assert.equal(({} as { status?: unknown }).status, undefined)
  })
})

describe('A recorded world', () => {
  const { text, at } = recordedWorld('remediation')
  const on = (...line: string[]) => runLine([...line, '-f', '-', '--at', at], { input: text })

  it('is reported as Sitrep computes it', async () => {
    const { code, err } = await on('status', '-o', 'diff')
    assert.equal(code, 0)
    assert.deepEqual(err, ['What is reported is what Sitrep computes'])
  })

  it('is explained from the Cluster down to the first cause', async () => {
    const { code, out } = await on('explain', 'cluster/health')
    assert.equal(code, 1)
    assert.equal(
      out[0],
      'Cluster health/health has not been available for 56s (since 2026-11-15T04:07:09Z) because of Machine health/health-md-a-mc6k5-8xg7l: Waiting for pre-drain hooks to succeed (hooks: pre-drain.delete.hook.machine.cluster.x-k8s.io/backup) (Deleting is True, WaitingForPreDrainHook); there are 2 more causes',
    )
    assert.ok(
      out.some(
        (line) =>
          line.trim() === 'Node health-md-a-mc6k5-r6z2s in health/health Ready is False: PLEG is not healthy',
      ),
    )
  })

  it('is drawn as a tree in which only like stands with like', async () => {
    const { out } = await on('describe', 'cluster/health', '--show-conditions', 'none')
    const names = out.map((line) => line.split('  ')[0])
    assert.ok(names.includes('├─Control plane KubeadmControlPlane health-cp, v1.36.0'))
    assert.ok(names.includes('│ └─3 Machines: health-cp-2k4dw, health-cp-8gxfv, health-cp-ch7z5, v1.36.0'))
    assert.ok(out.some((line) => line.includes('Machine health-md-a-mc6k5-r6z2s')))
  })

  it('fits the terminal', async () => {
    const { out } = await runLine(['describe', 'cluster/health', '-f', '-', '--at', at], {
      input: text,
      width: 120,
    })
    const notes = out.filter((line) => /\* |False /.test(line) && !/Available: |Ready: /.test(line))
    assert.ok(notes.length > 3)
    for (const line of notes) assert.ok(line.length <= 120, line)
  })

  it('converts down and up again', async () => {
    const down = await runLine(['convert', '-f', '-', '--to', 'released-v1beta1'], { input: text })
    assert.equal(down.code, 0)
    const up = await runLine(['convert', '-f', '-', '--to', 'released-v1beta2'], {
      input: down.out.join('\n'),
    })
    assert.equal(up.code, 0)
    const diff = await runLine(['status', '-f', '-', '-o', 'diff', '--at', at], { input: up.out.join('\n') })
    assert.equal(diff.code, 0, diff.out.slice(0, 20).join('\n'))
  })
})
