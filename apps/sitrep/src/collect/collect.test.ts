import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import type { KubeObject } from '@sitrep/status'
import { openTestCluster, type TestCluster } from '../cluster.testing.ts'
import { type Ran, type RunOptions, runLine } from '../testing.ts'

const ready = { conditions: [{ type: 'Ready', status: 'False', reason: 'Broken', message: 'it is broken' }] }

describe('A bundle of a cluster', () => {
  let cluster: TestCluster
  const collect = (name: string, words: readonly string[] = [], options: RunOptions = {}): Promise<Ran> =>
    runLine(
      [
        'collect',
        '-o',
        join(cluster.folder, name),
        '--reach-timeout',
        '0',
        '--kubeconfig',
        cluster.kubeconfig,
        ...words,
      ],
      { env: { HOME: cluster.folder }, ...options },
    )
  const textIn = (name: string): string =>
    gunzipSync(readFileSync(join(cluster.folder, name))).toString('utf8')
  const post = (path: string, body: object): Promise<unknown> =>
    cluster.connection.request({ method: 'POST', path, body })
  before(async () => {
    cluster = await openTestCluster()
    await cluster.create('broken')
    await cluster.report('broken', ready)
    await post('/api/v1/namespaces/prod/secrets', {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: {
        name: 'db',
        annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{"stringData":{"p":"hunter2"}}' },
      },
      data: { password: Buffer.from('hunter2').toString('base64') },
    })
    for (const type of ['Normal', 'Warning'])
      await post('/api/v1/namespaces/prod/events', {
        apiVersion: 'v1',
        kind: 'Event',
        metadata: { name: type.toLowerCase() },
        involvedObject: { kind: 'Widget', name: 'broken', namespace: 'prod' },
        type,
      })
  })
  after(() => cluster.close())

  it('holds everything but the values of Secrets, and only its owner may read it', async () => {
    const { code, out, err } = await collect('b.tar.gz')
    assert.deepEqual([code, err], [0, []])
    assert.match(out[0] ?? '', /^\d+ objects \(\d+ KiB\) are in .*b\.tar\.gz$/)
    assert.equal(statSync(join(cluster.folder, 'b.tar.gz')).mode & 0o777, 0o600)
    const text = textIn('b.tar.gz')
    assert.ok(!text.includes('hunter2') && !text.includes('aHVudGVyMg'), 'no value of a Secret')
    assert.match(text, /"data":\{"password":""\}/)
    assert.ok(!text.includes('managedFields'))
    assert.match(text, /"name":"warning"/)
    assert.match(text, /"name":"normal"/)
  })

  it('is the same to the byte when nothing has changed', async () => {
    await collect('one.tar.gz')
    await collect('two.tar.gz')
    assert.equal(textIn('one.tar.gz'), textIn('two.tar.gz'))
  })

  // biome-ignore format: the table is the specification; its columns stay aligned
  const lines = [
    ['get widgets -A',            'the columns of its definition and a verdict'],
    ['get widgets -A -o json',    'whole objects'],
    ['describe widget/broken',    'a tree'],
    ['explain widget/broken',     'what it reports'],
    ['trouble',                   'what is wrong, of so many objects'],
  ] as const
  for (const [line, because] of lines) {
    it(`answers ${line} as the server does: ${because}`, async () => {
      await collect('b.tar.gz')
      const words = line.split(' ')
      const env = { HOME: cluster.folder }
      const own = words[0] === 'get' || words[0] === 'trouble' ? [] : ['-n', 'prod']
      const live = await runLine([...words, ...own, '--kubeconfig', cluster.kubeconfig], { env })
      const file = join(cluster.folder, 'b.tar.gz')
      const bundle = await runLine([...words, ...own, '-f', file])
      // Ages and how wide they are: the server has a clock of its own.
      const plain = ({ out, code }: Ran): unknown => [
        code,
        out.map((each) =>
          each
            .replaceAll(/ (-f|--kubeconfig) \S+|<invalid>|\b\d+s\b/g, '')
            .replaceAll(/ +/g, ' ')
            .trim(),
        ),
      ]
      if (line.endsWith('json')) {
        const names = (ran: Ran): unknown => (JSON.parse(ran.out.join('\n')) as KubeObject).status
        assert.deepEqual(names(bundle), names(live))
      } else assert.deepEqual(plain(bundle), plain(live))
    })
  }

  it('that grows too large says what it lacks, and what it lacks counts as unknown', async () => {
    const { code, err } = await collect('small.tar.gz', ['--max-size', '0.01'])
    assert.equal(code, 0)
    assert.match(err.join('\n'), /\d+ or more of \w+: not in the bundle: the bundle is full at 11 KiB/)
    assert.match(textIn('small.tar.gz'), /"why": "the bundle is full at 11 KiB"/)
    const { code: unsure, err: said } = await runLine(['trouble', '-f', join(cluster.folder, 'small.tar.gz')])
    assert.ok(unsure !== 0, 'nobody says that nothing is wrong')
    assert.match(said.join('\n'), /could not be looked at: the bundle is full/)
  })

  it('for which there is no time says so', async () => {
    const { err } = await collect('late.tar.gz', ['--timeout', '0'])
    assert.match(err.join('\n'), /Widget: not in the bundle: the time was over/)
  })

  it('that is interrupted leaves nothing behind, and what was there stays', async () => {
    const before = readdirSync(cluster.folder).sort()
    const { code } = await collect('b.tar.gz', [], { interrupted: AbortSignal.abort('SIGINT') })
    assert.equal(code, 130)
    assert.deepEqual(readdirSync(cluster.folder).sort(), before)
  })

  it('cannot be written where there is no folder', async () => {
    const { code, err } = await collect('nowhere/b.tar.gz')
    assert.equal(code, 3)
    assert.match(err[0] ?? '', /nowhere\/b\.tar\.gz cannot be written: there is no such folder$/)
  })

  it('of one namespace holds what lives there and what lives in none', async () => {
    await collect('n.tar.gz', ['-n', 'prod'])
    const text = textIn('n.tar.gz')
    assert.match(text, /"kind":"Widget"/)
    assert.match(text, /"kind":"CustomResourceDefinition"/)
    assert.doesNotMatch(text, /"namespace":"kube-system"/)
    assert.match(text, /"namespaces": \[\s+"prod"/)
  })

  it('names no kinds', async () => {
    const { code, err } = await collect('b.tar.gz', ['widgets'])
    assert.equal(code, 2)
    assert.match(err[0] ?? '', /^A bundle is of a whole cluster/)
  })
})
