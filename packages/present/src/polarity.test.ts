import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { meaningOf } from './polarity.ts'

describe('What a condition means to the reader', () => {
  type Case = [address: string, status: string, meaning: string, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['Ready',                              'True',    'good',        'the conventions want types that are good when True'],
    ['Ready',                              'False',   'bad',         'the other answer is the bad one'],
    ['Ready',                              'Unknown', 'unknown',     'nobody knows'],
    ['ScalingUp',                          'True',    'progressing', 'something goes on'],
    ['ScalingUp',                          'False',   'plain',       'nothing unusual'],
    ['MemoryPressure',                     'True',    'bad',         'a fault is named'],
    ['Paused',                             'True',    'unknown',     'nobody looks after it'],
    ['Conflicted',                         'False',   'plain',       'there is no fault'],
    ['listeners[https]:Programmed',        'True',    'good',        'an address is read by its type'],
    ['listeners[https]:Conflicted',        'True',    'bad',         'an address is read by its type'],
    ['parents[a.example/x|Gateway/b/c:80]:Accepted', 'False', 'bad', 'a colon in a key divides nothing'],
  ]
  for (const [address, status, meaning, because] of cases)
    it(`${address} ${status} is ${meaning}, because ${because}`, () =>
      assert.equal(meaningOf(address, status), meaning))
})
