import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { clockAt } from '@sitrep/status'
import { ago, now } from '../machines-of/testing.ts'
import { minutes } from '../time/longer-than.ts'
import { gracePeriods } from './grace-periods.ts'
import { type Connection, judgeConnection, lastSuccessText, type Probe } from './probe.ts'

const succeeded = (seconds: number, consecutiveFailures = 0): Probe => ({
  lastProbeSuccessTime: ago(seconds),
  consecutiveFailures,
})
const never = (consecutiveFailures: number): Probe => ({ consecutiveFailures })
const triedFor = (seconds: number, consecutiveFailures: number): Probe => ({
  firstProbeTime: ago(seconds),
  consecutiveFailures,
})

describe('the connection to a workload cluster', () => {
  type Case = readonly [
    name: string,
    probe: Probe,
    initializedAt: string | undefined,
    is: Connection,
    because: string,
  ]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: readonly Case[] = [
    ['just seen',                      succeeded(5),       ago(7_200), 'connected',   'the last probe succeeded'],
    ['four failures',                  succeeded(40, 4),   ago(7_200), 'connected',   'five in a row are asked'],
    ['five failures',                  succeeded(50, 5),   ago(7_200), 'interrupted', 'that is not an accident'],
    ['silent for exactly 5m',          succeeded(300, 30), ago(7_200), 'interrupted', 'more than the grace period is asked'],
    ['silent for 5m1s',                succeeded(301, 30), ago(7_200), 'lost',        'the grace period is over'],
    ['no failures, silent for 5m1s',   succeeded(301),     ago(7_200), 'lost',        'nobody has looked for too long'],
    ['silent, just initialized',       succeeded(900, 90), ago(60),    'interrupted', 'the grace period begins with the control plane'],
    ['never tried',                    never(0),           ago(7_200), 'unproven',    'a start must not flip anything'],
    ['four failures, never succeeded', never(4),           ago(7_200), 'unproven',    'too few attempts'],
    ['five failures, never succeeded', never(5),           ago(7_200), 'lost',        'there has been a control plane for long'],
    ['the same, tried for 5m',         triedFor(300, 30),  ago(7_200), 'interrupted', 'what others read before the start stands for as long'],
    ['the same, tried for 5m1s',       triedFor(301, 30),  ago(7_200), 'lost',        'the grace period is over'],
    ['the same, tried four times',     triedFor(40, 4),    ago(7_200), 'unproven',    'too few attempts'],
    ['the same, just initialized',     never(5),           ago(60),    'interrupted', 'the grace period begins with the control plane'],
    ['the same, never initialized',    never(5),           undefined,  'lost',        'there is nothing to count from'],
  ]
  for (const [name, probe, initializedAt, is, because] of cases) {
    it(`${name}: ${is}, because ${because}`, () => {
      const clock = clockAt(now)
      assert.equal(judgeConnection({ probe, initializedAt, gracePeriodMs: 5 * minutes, clock }), is)
    })
  }
  it('asks to be looked at again when the grace period ends, because nothing else would wake it', () => {
    const clock = clockAt(now)
    judgeConnection({
      probe: succeeded(120, 12),
      initializedAt: ago(7_200),
      gracePeriodMs: 5 * minutes,
      clock,
    })
    assert.equal(clock.recheckAt, '2026-01-01T12:03:00.001Z')
  })
})

describe('when a connection was last alive', () => {
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases = [
    ['seen',       succeeded(65),                                              'Last successful probe at 2026-01-01T11:58:55Z', 'in UTC, to the second'],
    ['never seen', never(9),                                                   '',                                             'there is no time to tell'],
    ['odd zone',   { ...never(9), lastProbeSuccessTime: '2026-01-01T12:00:00.9+01:00' }, 'Last successful probe at 2026-01-01T11:00:00Z', 'fractions are cut'],
  ] as const
  for (const [name, probe, says, because] of cases) {
    it(`${name}: ${says || 'nothing'}, because ${because}`, () => assert.equal(lastSuccessText(probe), says))
  }
})

describe('grace periods', () => {
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases = [
    ['released', { profile: 'released' },                                        50_000, 300_000, 'as v1.14 has it'],
    ['proposal', { profile: 'proposal' },                                        40_000, 300_000, 'the document says 40 seconds'],
    ['chosen',   { profile: 'released', remoteConnectionGracePeriodMs: 1, remoteConditionsGracePeriodMs: 2 }, 1, 2, 'whoever sets them knows'],
  ] as const
  for (const [name, options, connectionMs, conditionsMs, because] of cases) {
    it(`${name}: ${connectionMs} and ${conditionsMs}, because ${because}`, () => {
      assert.deepEqual(gracePeriods(options), { connectionMs, conditionsMs })
    })
  }
})
