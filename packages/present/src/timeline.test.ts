import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { layTable, plainLine } from './table.ts'
import { type TimelineEntry, timelineRows, timelineSummary, timelineTable } from './timeline.ts'

const at = (time: string): number => Date.parse(`2026-01-01T${time}Z`)

const ready = (time: string, change: Partial<TimelineEntry>): TimelineEntry => ({
  at: at(time),
  type: 'Ready',
  reason: 'Because',
  message: '',
  ...change,
})

describe('A timeline', () => {
  const rows = timelineRows(
    [
      ready('10:05:00', { from: 'False', to: 'True', reason: 'Up' }),
      ready('10:00:00', { to: 'False', reason: 'Starting', message: 'Two\nlines \u001b[31m' }),
      ready('10:10:00', { from: 'True', to: 'True', reason: 'Other' }),
      ready('10:20:00', { from: 'True', to: 'False', reason: 'Down' }),
      { at: at('10:21:00'), type: 'Event', to: 'Warning', reason: 'Failed', message: 'It broke' },
      { at: at('10:22:00'), type: 'Paused', from: 'True', reason: '', message: '' },
    ],
    at('10:30:00'),
  )

  it('is told in order, with how long each answer lasted', () => {
    assert.deepEqual(layTable(timelineTable(rows)).map(plainLine), [
      'WHEN                   WHAT     CHANGE         FOR             REASON     MESSAGE',
      '2026-01-01T10:00:00Z   Ready    → False        5m              Starting   Two⏎lines \\u{1b}[31m',
      '2026-01-01T10:05:00Z   Ready    False → True   5m              Up',
      '2026-01-01T10:10:00Z   Ready    still True     10m             Other',
      '2026-01-01T10:20:00Z   Ready    True → False   10m until now   Down',
      '2026-01-01T10:21:00Z   Event    Warning                        Failed     It broke',
      '2026-01-01T10:22:00Z   Paused   True → gone    8m until now',
    ])
  })

  it('is summed up for what changed more than once', () => {
    assert.deepEqual(timelineSummary(rows), ['Ready changed 2 times: False for 15m, True for 15m'])
  })

  it('of nothing is empty', () => {
    assert.deepEqual(timelineRows([], at('10:00:00')), [])
    assert.deepEqual(timelineSummary([]), [])
  })
})
