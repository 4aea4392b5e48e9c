import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openTestCluster, type TestCluster } from '../cluster.testing.ts'
import { runLine } from '../testing.ts'

const condition = (type: string, status: string, over: object = {}): object => ({
  type,
  status,
  reason: 'Because',
  message: 'so it is',
  observedGeneration: 1,
  lastTransitionTime: '2025-12-31T00:00:00Z',
  ...over,
})

const ready = (status: string, over: object = {}): unknown => ({
  conditions: [condition('Ready', status, over)],
})

describe('sitrep wait', () => {
  let cluster: TestCluster
  before(async () => {
    cluster = await openTestCluster()
  })
  after(() => cluster.close())

  const wait = (...line: string[]) => cluster.run(['wait', ...line])

  it('returns when what is waited for holds, with one line for every change', async () => {
    await cluster.create('slow')
    const steps = [
      () => cluster.report('slow', ready('False')),
      () => cluster.report('slow', ready('True', { observedGeneration: 0 })),
      () => assert.fail('it went on after it held'),
    ]
    const { code, out } = await cluster.run(['wait', 'widget/slow', '--for', 'Ready'], {
      onLine: (line) => {
        if (!line.startsWith('It holds') && !line.startsWith('✓')) void steps.shift()?.()
      },
    })
    assert.equal(code, 0)
    assert.deepEqual(out, [
      '? Widget prod/slow: Ready is not reported; no condition is',
      '… Widget prod/slow: Ready is False (Because: so it is)',
      '✓ Widget prod/slow: Ready is True (Because: so it is), generation not said',
      'It holds, after 0s',
    ])
  })

  it('does not believe a report about an older generation', async () => {
    await cluster.create('changed')
    await cluster.report('changed', ready('True'))
    await cluster.patchSpec('changed', { size: 2 })
    const { code, out } = await wait('widget/changed', '--for', 'Ready', '--timeout', '0')
    assert.equal(code, 1)
    assert.equal(
      out[0],
      '? Widget prod/changed: Ready is True for generation 1, the object is at generation 2',
    )
  })

  it('waits for an object that is not there yet', async () => {
    const { code, out } = await cluster.run(['wait', 'widget/late', '--for', 'exists'], {
      onLine: (line) => {
        if (line.includes('does not exist yet')) void cluster.create('late')
      },
    })
    assert.equal(code, 0)
    assert.equal(out[0], '… Widget prod/late: it does not exist yet')
  })

  it('ends at once when what must not happen happens', async () => {
    await cluster.create('doomed')
    await cluster.report('doomed', ready('False', { reason: 'QuotaExceeded' }))
    const { code, out } = await wait('widget/doomed', '--for', 'Ready', '--fail-on', '!Ready')
    assert.equal(code, 1)
    assert.equal(out.at(-1), 'Widget prod/doomed: Ready is False (QuotaExceeded: so it is)')
  })

  it('ends at once when an object has failed for good, unless it is told to go on', async () => {
    await cluster.create('stalled')
    await cluster.report('stalled', {
      conditions: [condition('Ready', 'False'), condition('Stalled', 'True')],
    })
    const first = await wait('widget/stalled', '--for', 'Ready')
    assert.equal(first.code, 1)
    assert.match(first.out.at(-1) ?? '', /^Widget prod\/stalled has failed and will not recover by itself/)
    const second = await wait('widget/stalled', '--for', 'Ready', '--keep-waiting', '--timeout', '0')
    assert.match(second.err[0] ?? '', /^The time is up/)
  })

  it('explains why when the time is up', async () => {
    await cluster.create('stuck')
    await cluster.report('stuck', ready('False', { reason: 'VolumeLost' }))
    const { code, out, err } = await wait('widget/stuck', '--for', 'Ready', '--timeout', '0')
    assert.equal(code, 1)
    assert.match(err[0] ?? '', /^The time is up/)
    assert.ok(
      out.some((line) => line.startsWith('Widget prod/stuck is degraded: Ready is False (VolumeLost')),
      out.join('\n'),
    )
  })

  it('asks all objects at one moment', async () => {
    for (const name of ['one', 'two']) {
      await cluster.create(name, {
        metadata: { name, namespace: 'prod', labels: { pair: 'yes' } },
      })
    }
    await cluster.report('one', ready('True'))
    const any = await wait('widgets', '-l', 'pair=yes', '--for', 'any(Ready)', '--timeout', '0')
    assert.equal(any.code, 0)
    const all = await wait('widgets', '-l', 'pair=yes', '--for', 'Ready', '--timeout', '0')
    assert.equal(all.code, 1)
    await cluster.report('two', ready('True'))
    const both = await wait('widget/one', 'widget/two', '--for', 'Ready && !Paused', '--timeout', '0')
    assert.equal(both.code, 0)
  })

  it('waits until all of them are gone', async () => {
    await cluster.create('brief', {
      metadata: { name: 'brief', namespace: 'prod', labels: { brief: 'yes' } },
    })
    const { code } = await cluster.run(
      ['wait', 'widgets', '-l', 'brief=yes', '--for', 'deleted', '--timeout', '20s'],
      {
        onLine: (line) => {
          if (line.includes('nobody has asked for it')) void cluster.remove('brief')
        },
      },
    )
    assert.equal(code, 0)
  })

  it('waits for what a file names', async () => {
    await cluster.create('filed')
    await cluster.report('filed', ready('True'))
    const { code } = await cluster.run(['wait', '-f', '-', '--for', 'verdict=Ready', '--timeout', '0'], {
      input: 'apiVersion: example.com/v1\nkind: Widget\nmetadata: { name: filed }\n',
    })
    assert.equal(code, 0)
  })

  it('draws in place on a terminal, and nothing wider than it', async () => {
    await cluster.create('wide')
    await cluster.report('wide', ready('False', { message: 'long '.repeat(100) }))
    const { out } = await cluster.run(['wait', 'widget/wide', '--for', 'Ready', '--timeout', '0'], {
      width: 60,
    })
    const start = '\r\u001b[0J'
    const drawn = out.find((text) => text.startsWith(start))?.slice(start.length) ?? ''
    assert.match(drawn, /^Waiting for 0s[^\n]*\n… Widget prod\/wide: Ready is False/)
    assert.ok((drawn.split('\n')[0] ?? '').length <= 60)
  })

  it('shows hostile text harmlessly', async () => {
    await cluster.create('hostile')
    await cluster.report('hostile', ready('False', { message: '\u001b[2Jgone\u202e' }))
    const { out } = await wait('widget/hostile', '--for', 'Ready', '--timeout', '0')
    for (const hostile of ['\u001b', '\u202e']) assert.ok(!out.join('\n').includes(hostile))
    assert.match(out[0] ?? '', /\\u\{1b\}\[2Jgone\\u\{202e\}/)
  })

  it('stops when the person does', async () => {
    const stop = new AbortController()
    const { code } = await cluster.run(['wait', 'widget/never', '--for', 'Ready'], {
      interrupted: stop.signal,
      onLine: () => stop.abort('SIGTERM'),
    })
    assert.equal(code, 143)
  })

  type Case = [line: readonly string[], code: number, says: RegExp, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    [['widget/none', '--for', 'Ready', '--timeout', '0'],   3, /Widget prod\/none does not exist; gave up/,   'what is not there is no no'],
    [['widget/none', '--for', 'exists', '--timeout', '0'],  1, /The time is up/,                              'that was the question'],
    [['widget/none', '--for', 'deleted', '--timeout', '0'], 0, /It holds/,                                    'it is not there'],
    [['widgets', '-l', 'a=b', '--for', 'Ready', '--timeout', '0'], 3, /There is no such object/,              'never green by absence'],
    [['widget/a'],                                          2, /Say what to wait for/,                        'it says what is missing'],
    [['--for', 'Ready'],                                    2, /Name what to wait for/,                       'it says what is missing'],
    [['widgets', '--for', 'Ready'],                         2, /--all of them/,                               'all of a kind is only meant when it is said'],
    [['gadgets', '--all', '--for', 'Ready'],                2, /does not serve "gadgets"/,                    'it names what is not there'],
    [['widget/a', '--for', 'Ready', '--timeout', 'soon'],   2, /--timeout takes a length of time such as 90s/, 'it says which form is meant'],
    [['widget/a', '--for', 'Ready && '],                    2, /\(column 9\)\n {2}Ready && \n {10}\^/,       'it shows the place'],
    [['widget/a', '--for', 'Ready', '--fail-on', '='],      2, /--fail-on: .*\(column 1\)/,                    'it names the option'],
  ]
  for (const [line, code, says, because] of cases) {
    it(`${line.join(' ')} ends with ${code}, because ${because}`, async () => {
      const ran = await wait(...line)
      assert.match([...ran.out, ...ran.err].join('\n'), says)
      assert.equal(ran.code, code)
    })
  }

  it('a server that is lost for good is no no', async () => {
    const other = await openTestCluster()
    await other.create('alone')
    let closed: Promise<void> | undefined
    const { code, out } = await other.run(['wait', 'widget/alone', '--for', 'Ready', '--timeout', '4s'], {
      onLine: () => {
        closed ??= other.close()
      },
    })
    await closed
    assert.equal(code, 3)
    assert.match(out[1] ?? '', /cannot be reached: .*; trying again$/)
  })

  it('a server that cannot be reached is no no', async () => {
    const { code } = await runLine(['wait', 'widget/a', '--for', 'Ready'], {
      env: { KUBECONFIG: '/nonexistent', HOME: '/nonexistent' },
    })
    assert.equal(code, 3)
  })
})
