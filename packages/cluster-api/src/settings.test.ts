import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Profile, SettingValues } from '@sitrep/status'
import { gracePeriods } from './connection/grace-periods.ts'
import { clusterApiSettings, optionsIn } from './settings.ts'

describe('The settings of Cluster API', () => {
  type Case = [
    name: string,
    profile: Profile,
    settings: SettingValues,
    connectionMs: number,
    conditionsMs: number,
    because: string,
  ]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['nothing said',     'proposal', {},                                       40_000, 300_000, 'the document says 40s, and nothing of the other'],
    ['nothing said',     'released', {},                                       50_000, 300_000, 'as v1.14 has it'],
    ['another probe',    'proposal', { clusterProbeGracePeriod: '2m' },        120_000, 300_000, 'the flag of the document'],
    ['other conditions', 'proposal', { remoteConditionsGracePeriod: '1m30s' }, 40_000, 90_000,  'the flag of the document'],
    ['none at all',      'proposal', { clusterProbeGracePeriod: '0s' },        0,      300_000, 'whoever sets it knows'],
  ]
  for (const [name, profile, settings, connectionMs, conditionsMs, because] of cases)
    it(`${name}, ${profile}: ${connectionMs} and ${conditionsMs}, because ${because}`, () => {
      assert.deepEqual(gracePeriods(optionsIn({ profile, settings })), { connectionMs, conditionsMs })
    })

  type Refused = [setting: string, value: string, profile: Profile, why: RegExp | undefined, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const refused: Refused[] = [
    ['clusterProbeGracePeriod',     '40',      'proposal', /no length of time/, 'nobody knows of what'],
    ['remoteConditionsGracePeriod', 'soon',    'proposal', /no length of time/, 'that is no number'],
    ['remoteConditionsGracePeriod', '5m',      'released', undefined,           'it is a length of time'],
    ['stage',                       'v1beta3', 'proposal', /there is v1beta1, v1beta2, end/, 'nobody knows it'],
    ['stage',                       'end',     'released', /has not come to its end/, 'no table leads there'],
    ['stage',                       'end',     'proposal', undefined,           'the document goes so far'],
  ]
  for (const [setting, value, profile, why, because] of refused)
    it(`${setting} ${value} as ${profile} is ${why === undefined ? 'taken' : 'refused'}, because ${because}`, () => {
      const said = clusterApiSettings.find(({ name }) => name === setting)?.refuses?.(value, profile)
      if (why === undefined) assert.equal(said, undefined)
      else assert.match(said ?? '', why)
    })
})
