import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { choosePorts, rememberPorts } from './ports.ts'

describe('The ports of sitrep up', () => {
  const data = mkdtempSync(join(tmpdir(), 'sitrep-ports-'))
  const taking = createServer()
  let [taken, free] = [0, 0]
  before(async () => {
    const other = createServer()
    taking.listen(0, '127.0.0.1')
    other.listen(0, '127.0.0.1')
    await Promise.all([once(taking, 'listening'), once(other, 'listening')])
    taken = (taking.address() as AddressInfo).port
    free = (other.address() as AddressInfo).port
    await new Promise((resolve) => other.close(resolve))
  })
  after(() => {
    taking.close()
    rmSync(data, { recursive: true })
  })

  const choose = (options: Readonly<Record<string, string>> = {}) => choosePorts(data, { words: [], options })
  const remember = (server: number, dashboard: number): void =>
    rememberPorts(data, { server: `https://127.0.0.1:${server}`, dashboard: `http://127.0.0.1:${dashboard}` })

  it('are any at first, and where the file that keeps them is none, which is said', async () => {
    assert.deepEqual(await choose(), { port: 0, 'dashboard-port': 0, givenUp: [] })
    const unreadable = join(data, 'ports.json')
    writeFileSync(unreadable, '{')
    assert.deepEqual(await choose(), { port: 0, 'dashboard-port': 0, givenUp: [], unreadable })
  })

  it('are those of the last time; one that is taken meanwhile is given up', async () => {
    remember(free, taken)
    assert.deepEqual(await choose(), { port: free, 'dashboard-port': 0, givenUp: [taken] })
  })

  it('are refused at once where one was named that is taken', async () => {
    for (const option of ['port', 'dashboard-port'])
      await assert.rejects(choose({ [option]: String(taken) }), {
        exitCode: 3,
        message: `Port ${taken} is in use: name another with --${option}, or none for any free one`,
      })
  })
})
