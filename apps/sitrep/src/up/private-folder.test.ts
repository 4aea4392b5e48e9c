import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { closeToOthers } from './private-folder.ts'

describe('A folder that others can look into', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sitrep-private-'))
  after(() => rmSync(folder, { recursive: true }))
  const modes = (...names: readonly string[]): readonly string[] =>
    names.map((name) => (statSync(join(folder, name)).mode & 0o777).toString(8))
  const lay = (name: string): void => {
    writeFileSync(join(folder, name), '')
    chmodSync(join(folder, name), 0o644)
  }
  const ours = ['store.db', 'store.db-wal', 'history.db-shm', 'kubeconfig', 'admin-token', 'ports.json']

  it('is closed with all of our files, which is said once', () => {
    chmodSync(folder, 0o755)
    for (const name of ours) lay(name)
    assert.deepEqual([...closeToOthers(folder)].sort(), [folder, ...ours].sort())
    assert.deepEqual(modes('.', ...ours), ['700', ...ours.map(() => '600')])
    assert.deepEqual(closeToOthers(folder), [])
  })

  it('stays open where things of others lie in it, which stay as they are', () => {
    chmodSync(folder, 0o755)
    lay('notes.txt')
    lay('store.db')
    assert.deepEqual(closeToOthers(folder), ['store.db'])
    assert.deepEqual(modes('.', 'notes.txt', 'store.db'), ['755', '644', '600'])
  })
})
