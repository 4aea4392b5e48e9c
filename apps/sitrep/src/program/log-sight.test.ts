import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ContactChange } from '@sitrep/controller'
import type { Log } from './log.ts'
import { logContact } from './log-sight.ts'

const lost: ContactChange = { cluster: 'prod/blue', state: 'lost', why: 'no answer in time', since: 1_000 }

type Case = [name: string, change: ContactChange, says: readonly string[]]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: readonly Case[] = [
  ['one that is reached as it should be', { cluster: 'prod/blue', state: 'made', since: 0 },              []],
  ['one that has not answered yet',       { ...lost, state: 'connecting' },                               []],
  ['one that answers a little later',     { cluster: 'prod/blue', state: 'made', since: 0, before: { ...lost, state: 'connecting' } }, []],
  ['one that is lost',                    lost,                                                           ['warn a workload cluster is lost {"cluster":"prod/blue","why":"no answer in time"}']],
  ['one that is back',                    { cluster: 'prod/blue', state: 'made', since: 91_000, before: lost }, ['info a workload cluster is back {"cluster":"prod/blue","afterSeconds":90}']],
  ['one that was never reached',          { ...lost, state: 'unreachable' },                              ['warn a workload cluster cannot be reached {"cluster":"prod/blue","why":"no answer in time"}']],
  ['the management server',               { ...lost, cluster: '' },                                       ['warn the management server is lost {"cluster":"management","why":"no answer in time"}']],
]

describe('The log about contact to a cluster', () => {
  for (const [name, change, says] of cases) {
    it(`says of ${name}: ${says.join() || 'nothing'}`, () => {
      const lines: string[] = []
      const line = (level: string) => (message: string, keys?: object) =>
        void lines.push(`${level} ${message} ${JSON.stringify(keys)}`)
      const log: Log = { info: line('info'), warn: line('warn'), error: line('error') }
      logContact(log, change)
      assert.deepEqual(lines, says)
    })
  }
})
