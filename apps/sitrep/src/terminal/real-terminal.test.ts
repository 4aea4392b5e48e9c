import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { widthOf } from '@sitrep/present'
import { type ApplyServer, openApplyServer } from '../apply/server.testing.ts'
import { recordedWorld } from '../testing.ts'
import { isOver, openTerminal, whyNoTerminal } from './tmux.testing.ts'

const snapshots = join(import.meta.dirname, '..', '..', 'terminal-tests')

describe('In a real terminal', { skip: whyNoTerminal }, () => {
  const { text, at } = recordedWorld('remediation')
  let folder: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'sitrep-terminal-'))
    writeFileSync(join(folder, 'bundle.yaml'), text)
  })
  after(() => rmSync(folder, { recursive: true }))

  const lines: Readonly<Record<string, readonly string[]>> = {
    describe: ['describe', 'cluster/health', '-f', 'bundle.yaml', '--at', at],
    explain: ['explain', 'machine/health-md-a-mc6k5-r6z2s', '-f', 'bundle.yaml', '--at', at],
    trouble: ['trouble', '-f', 'bundle.yaml', '--at', at],
    get: ['get', 'machines,kcp', '-f', 'bundle.yaml', '--at', at],
  }
  for (const [name, line] of Object.entries(lines)) {
    for (const columns of [80, 200]) {
      it(`sitrep ${name} fits ${columns} columns and looks as in terminal-tests/${name}-${columns}.txt`, async () => {
        const terminal = openTerminal(line, { columns, rows: 60, cwd: folder })
        try {
          const seen = `${await terminal.until(isOver)}\n`
          for (const row of seen.split('\n')) assert.ok(widthOf(row) <= columns, row)
          const file = join(snapshots, `${name}-${columns}.txt`)
          if (process.env['SITREP_UPDATE_SNAPSHOTS'] === 'yes') writeFileSync(file, seen)
          assert.equal(seen, readFileSync(file, 'utf8'))
        } finally {
          terminal.close()
        }
      })
    }
  }
})

describe('What is followed in a real terminal', { skip: whyNoTerminal }, () => {
  let server: ApplyServer
  before(async () => {
    server = await openApplyServer()
    const body = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'fleet' } }
    await server.connection.request({ method: 'POST', path: '/api/v1/namespaces', body })
    await create('a-config-map-with-a-name-that-is-longer-than-half-a-terminal')
  })
  after(() => server.close())

  const create = (name: string): Promise<unknown> =>
    server.connection.request({
      method: 'POST',
      path: '/api/v1/namespaces/fleet/configmaps',
      body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'fleet' } },
    })

  it('is drawn again in place, follows the size of the window, and gives the cursor back on Ctrl-C', async () => {
    const kubeconfig = join(server.folder, 'kubeconfig')
    const line = ['get', 'configmaps', '-n', 'fleet', '-w', '--kubeconfig', kubeconfig]
    const terminal = openTerminal(line, { columns: 120, rows: 20, cwd: server.folder })
    try {
      await terminal.until((screen) => screen.includes('half-a-terminal'))
      assert.equal(terminal.cursorShown(), false)
      await create('second')
      const wide = await terminal.until((screen) => screen.includes('second'))
      assert.equal(wide.split('NAME').length, 2, 'the table stands there once')
      terminal.resize(70, 20)
      const narrow = await terminal.until(
        (screen) => !screen.includes('VERDICT') && /NAME[\s\S]*second/.test(screen),
      )
      assert.equal(narrow.split('NAME').length, 2, 'nothing of the wider table is left')
      for (const row of narrow.split('\n')) assert.ok(widthOf(row) <= 70, row)
      terminal.interrupt()
      const last = await terminal.until(isOver)
      assert.match(last, /ended with 0$/)
      assert.equal(terminal.cursorShown(), true)
    } finally {
      terminal.close()
    }
  })
})
