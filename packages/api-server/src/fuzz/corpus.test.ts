import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { openTestServer, type TestServer } from '../server.testing.ts'
import { randomFrom } from './mutate.testing.ts'
import { fuzz, fuzzTargets } from './targets.testing.ts'

describe('what comes from outside', () => {
  let test: TestServer
  before(async () => {
    test = await openTestServer()
  })
  after(() => test.close())

  const names = [
    'json',
    'yaml',
    'label-selector',
    'field-selector',
    'json-path',
    'pattern',
    'protobuf',
    'cel',
  ]
  const requests = ['path', 'header', 'patch']
  for (const corpus of [...names, ...requests]) {
    it(`is read or refused, and nothing else, if it is near the seeds of ${corpus}`, {
      timeout: 60_000,
    }, async () => {
      for (const target of fuzzTargets(test).filter((each) => each.corpus === corpus))
        await fuzz(target, randomFrom(1), 150)
    })
  }

  it('has seeds for each of its readers, and readers for all of them', () => {
    const kept = readdirSync(new URL('../../corpus', import.meta.url)).map((file) =>
      file.replace('.jsonl', ''),
    )
    assert.deepEqual(kept.sort(), [...names, ...requests].sort())
    assert.deepEqual([...new Set(fuzzTargets(test).map(({ corpus }) => corpus))].sort(), kept)
  })
})
