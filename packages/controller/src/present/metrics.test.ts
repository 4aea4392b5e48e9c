import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createEngine } from '@sitrep/engine'
import { family, leafObject, rootObject } from '@sitrep/engine/testing'
import { createMetrics } from './metrics.ts'

const leaf = { group: 'test.sitrep.dev', kind: 'Leaf', namespace: 'prod', name: 'a' }
const start = Date.parse('2026-01-01T00:00:00Z')

async function measured(): Promise<string> {
  const engine = createEngine(family)
  const metrics = createMetrics(engine)
  const look = (at: number, healthy: boolean): void => {
    const changes = [
      { kind: 'every' as const, read: true },
      { object: rootObject() },
      { object: leafObject('a', { healthy }) },
    ]
    metrics.observeChanges(engine.apply(changes, new Date(at).toISOString()), at)
  }
  look(start, true)
  look(start + 90_000, false)
  metrics.observeTurn(0.002)
  metrics.observePublish(leaf, 0.03, 'written')
  metrics.observePublish(leaf, 0, 'failed')
  metrics.observeRestart('', leaf)
  metrics.observeRestart('prod/blue', { group: '', kind: 'Node' })
  metrics.observeEvent('dropped')
  metrics.setQueueDepth(() => 7)
  return metrics.text()
}

describe('Metrics', () => {
  type Case = [name: string, line: string]
  const of = 'group="test.sitrep.dev",kind="Leaf"'
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['a state that an object is in',          `sitrep_conditions{${of},type="Healthy",status="False"} 1`],
    ['a state that none is in',               `sitrep_conditions{${of},type="Healthy",status="Unknown"} 0`],
    ['a transition',                          `sitrep_condition_transitions_total{${of},type="Healthy",status="False"} 1`],
    ['how long it had been so',               `sitrep_condition_duration_seconds_sum{${of},type="Healthy",status="True"} 90`],
    ['what waits to be written',              'sitrep_publish_queue 7'],
    ['what the engine took',                  'sitrep_turn_seconds_sum 0.002'],
    ['how long until a status was written',   `sitrep_publish_seconds_sum{${of},outcome="written"} 0.03`],
    ['a write that failed',                   `sitrep_publish_seconds_count{${of},outcome="failed"} 1`],
    ['a watch here that was opened again',    `sitrep_watch_restarts_total{where="management",${of}} 1`],
    ['a watch elsewhere',                     'sitrep_watch_restarts_total{where="workload",group="",kind="Node"} 1'],
    ['an Event that was dropped',             'sitrep_events_total{outcome="dropped"} 1'],
  ]
  for (const [name, line] of cases) {
    it(`tell ${name}`, async () => {
      const lines = (await measured()).split('\n')
      assert.ok(
        lines.includes(line),
        `${line}\nis not among\n${lines.filter((one) => one.startsWith(line.split(/[ {]/)[0] ?? '')).join('\n')}`,
      )
    })
  }

  it('show no control and no direction that stands in a name', async () => {
    const metrics = createMetrics(createEngine(family))
    metrics.observeRestart('', { group: 'a\u202eb', kind: 'K\u001b[2J\u009b\n"x" 1' })
    const text = await metrics.text()
    assert.doesNotMatch(text, /[\p{Bidi_Control}]|(?!\n)\p{Cc}/u)
    assert.ok(text.includes('group="a\ufffdb",kind="K\ufffd[2J\ufffd\\n\\"x\\" 1"'), text)
  })
})
