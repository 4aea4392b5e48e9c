import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, describe, it } from 'node:test'
import { widthOf } from '@sitrep/present'
import { isOver, openTerminal, type Terminal, whyNoTerminal } from '../src/terminal/tmux.testing.ts'
import { recordedWorld } from '../src/testing.ts'
import { openPrograms } from './program.testing.ts'

const limit = { timeout: 240_000 }

describe('sitrep ui in a real terminal', { skip: whyNoTerminal }, () => {
  const programs = openPrograms()
  const { text, at } = recordedWorld('remediation')
  let folder: string
  let terminal: Terminal | undefined
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'sitrep-ui-'))
    writeFileSync(join(folder, 'bundle.yaml'), text)
  })
  afterEach(async () => {
    terminal?.close()
    await programs.endAll()
  })
  after(() => rmSync(folder, { recursive: true }))

  const open = (line: readonly string[], { columns = 100, rows = 24, env = {} } = {}): Terminal => {
    terminal = openTerminal(['ui', ...line], { columns, rows, cwd: folder, env })
    return terminal
  }
  const files = ['-f', 'bundle.yaml', '--at', at]
  const shows =
    (...patterns: readonly RegExp[]) =>
    (screen: string): boolean =>
      patterns.every((pattern) => pattern.test(screen))

  it(
    'goes from the fleet to the tree to the cause and back, and gives the terminal back',
    limit,
    async () => {
      const seen = open(files)
      await seen.until(shows(/^Fleet/, /› Cluster health\/health +Wrong/))
      assert.deepEqual([seen.ownScreen(), seen.cursorShown()], [true, false])
      seen.press('Enter')
      await seen.until(shows(/^Tree of Cluster health/, /› Cluster health .*Available: False/))
      seen.press('j', 'j', 'Down', 'Enter')
      await seen.until(shows(/^Why Machine health\/health-cp-2k4dw is so/))
      seen.press('Escape')
      await seen.until(shows(/^Tree of Cluster health/, /› │ ├─Machine health-cp-2k4dw/))
      seen.press('h')
      await seen.until(shows(/^History of Machine health\/health-cp-2k4dw/, /→ True/))
      seen.press(':machines', 'Enter')
      await seen.until(shows(/^machines \(6\)/))
      seen.press('/spfzt', 'Enter')
      await seen.until((screen) => screen.includes('spfzt') && !screen.includes('r6z2s'))
      seen.press('q')
      const last = await seen.until(isOver)
      assert.equal(last, 'ended with 0', 'nothing of it is left behind')
      assert.deepEqual([seen.ownScreen(), seen.cursorShown()], [false, true])
    },
  )

  it('follows the size of the window, down to one in which hardly anything fits', limit, async () => {
    const seen = open([...files, '--no-color'])
    await seen.until(shows(/› Cluster health/))
    seen.press('Enter')
    for (const [columns, rows] of [
      [40, 10],
      [17, 4],
      [120, 30],
    ] as const) {
      seen.resize(columns, rows)
      const screen = await seen.until(
        (now) => now.split('\n').every((row) => widthOf(row) <= columns) && shows(/^Tree/, /›/)(now),
      )
      assert.ok(screen.split('\n').length <= rows)
    }
    seen.press('C-c')
    assert.match(await seen.until(isOver), /^ended with 130$/)
  })

  it(
    'shows what changes, says when nothing is heard any more, and finds the server again',
    limit,
    async () => {
      const data = join(folder, 'up')
      const first = await programs.up(data, '--scenario', 'demo', '--speed', '20')
      const seen = open(['--kubeconfig', join(data, 'kubeconfig')], { columns: 120 })
      await seen.until(shows(/^Fleet \(\d+\)/, /Cluster fleet\/payments/))
      seen.press('/fleet/payments', 'Enter', 'Enter')
      await seen.until(shows(/^Tree of Cluster fleet\/payments/, /KubeadmControlPlane payments-cp/))
      seen.press(':namespaces', 'Enter')
      await seen.until(shows(/^namespaces/, /› default/))
      seen.press('/', 'e', 'Enter', 'G')
      const chosen = (screen: string): string => /^› (\S+)/m.exec(screen)?.[1] ?? ''
      const last = chosen(await seen.until((screen) => !['', 'default'].includes(chosen(screen))))
      const body = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'a-new-one' } }
      await first.connection.request({ method: 'POST', path: '/api/v1/namespaces', body })
      assert.equal(chosen(await seen.until(shows(/ a-new-one /))), last, 'the same one stays chosen')
      await first.connection.request({ method: 'DELETE', path: '/api/v1/namespaces/a-new-one' })
      await seen.until((screen) => !screen.includes(' a-new-one '))
      await first.kill('SIGTERM')
      await seen.until(shows(/^STALE for \d+s, since \d\d:\d\d:\d\dZ: /))
      await programs.up(data, '--scenario', 'demo', '--speed', '20')
      await seen.until(shows(/^namespaces/))
      seen.press('q')
      assert.equal(await seen.until(isOver), 'ended with 0')
    },
  )

  it('leaves the terminal as it was when it is stopped from outside', limit, async () => {
    for (const [signal, ends] of [
      ['SIGTERM', /ended with 143$/],
      ['SIGHUP', /ended with 129$/],
    ] as const) {
      const seen = open(files)
      await seen.until(shows(/› Cluster health/))
      seen.signal(signal)
      assert.match(await seen.until(isOver), ends)
      assert.deepEqual([seen.ownScreen(), seen.cursorShown()], [false, true])
      seen.close()
    }
  })
})

describe('sitrep ui without a terminal', () => {
  const programs = openPrograms()
  after(() => programs.endAll())

  it('says so in one line, and ends with 2', limit, async () => {
    const { code, stdout, stderr } = await programs.sitrep(['ui']).ended
    assert.deepEqual([code, stdout], [2, ''])
    assert.match(stderr, /^sitrep ui needs a terminal[^\n]*\n$/)
  })
})
