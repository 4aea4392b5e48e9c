import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { valuesAt } from './paths.ts'

const object = {
  metadata: { labels: { 'a.b/state': 'on' }, annotations: { 'x.y/z': '1' } },
  status: { shards: [{ name: 'one', state: 2 }, { state: 3 }], code: 0 },
}

type Case = readonly [path: string, found: string, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: readonly Case[] = [
  ['status.code',                   'status.code=0',                                        'keys with dots between'],
  ['metadata.labels[a.b/state]',    'metadata.labels[a.b/state]=on',                        'a key in brackets is taken as it stands'],
  ['metadata.annotations[x.y/z]',   'metadata.annotations[x.y/z]=1',                        'the same'],
  ['status.shards[].state',         'status.shards[one].state=2 status.shards[1].state=3',  'every entry, by its name or its place'],
  ['status.shards[name=one].state', 'status.shards[name=one].state=2',                      'the entries of which a field is so'],
  ['status.shards[name=two].state', '',                                                     'there is none'],
  ['status.missing.state',          '',                                                     'there is none'],
  ['status.constructor',            '',                                                     'what is inherited is not there'],
]

describe('values at a path', () => {
  for (const [path, found, because] of cases) {
    it(`${path}: ${found || 'nothing'}, because ${because}`, () => {
      assert.equal(
        valuesAt(object, path)
          .map((each) => `${each.path}=${String(each.value)}`)
          .join(' '),
        found,
      )
    })
  }
})
