import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { type NamedScenario, namedScenarios, type Scenario } from '@sitrep/simulator'
import { openPlayedWorld } from './played-world.testing.ts'
import { openPrograms } from './program.testing.ts'

type Case = [name: string, seconds: number, first: RegExp, also: readonly RegExp[], because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['demo',          160, /^Cluster fleet\/labs .*The quota for machines is used up/,                 [/fleet\/search .*disruption budget/, /shop\/orders .*must be owner/, /edge\/factory .*cannot be reached/], 'a new cluster waits for a quota'],
  ['eks-anywhere',  120, /^Cluster default\/kiosks .*Failed to generate the bootstrap data/,         [/default\/stores .*container runtime is down/],                                       'one of the two does not start its machines'],
  ['stuck-upgrade', 240, /^Cluster fleet\/orders .* and 5 alike: .*disruption budget/,               [],                                                                                    'a drain holds the upgrade up'],
  ['quota',         120, /^Cluster fleet\/research .* and 2 alike: The quota for machines is used up/, [],                                                                                  'three workers may not be made'],
  ['lost-region',   120, /^Cluster south\/one .*The control plane cannot be reached any more/,       [/south\/two .*cannot be reached/, /south\/three .*cannot be reached/],                 'nobody reaches the south'],
  ['gateways',       60, /^Gateway edge\/public .*A certificate has expired: Secret edge\/public-certificate/, [/shop\/checkout .*No ReferenceGrant in namespace bank/, /shop\/search .*does not exist/, /edge\/partners .*\bport\b/], 'clients turn away from an expired certificate'],
  ['thousand',      330, /^Cluster fleet-5\/c500 .*The quota for machines is used up/,               [/fleet-0\/c042 .*cannot be reached/],                                                 'two of them are in trouble'],
]

// What is told of a thousand is told of ten as well, in the time that a test has.
const kept = /^c(042|[0-9]00)$/

function smaller({ name, open }: NamedScenario): Scenario {
  const scenario = open()
  if (name !== 'thousand') return scenario
  const timeline = scenario.timeline.filter(({ happening: { what, cluster } }) => {
    const created = what === 'create' ? (cluster as { readonly name: string }).name : undefined
    return created === undefined || kept.test(created)
  })
  return { ...scenario, timeline }
}

describe('What sitrep says at the end of a scenario', () => {
  it('is told of all that go by a name', () => {
    assert.deepEqual(
      cases.map(([name]) => name),
      namedScenarios.map(({ name }) => name),
    )
  })

  for (const [name, seconds, first, also, because] of cases)
    it(`${name}: what it is about comes first, because ${because}`, { timeout: 240_000 }, async () => {
      const named = namedScenarios.find((each) => each.name === name) as NamedScenario
      const world = await openPlayedWorld(smaller(named), 'proposal')
      try {
        await world.play(seconds)
        const { out, code } = await world.run('trouble', 'server')
        const rows = out.slice(1, out.indexOf(''))
        assert.match(rows[0] ?? '', first)
        for (const each of also)
          assert.ok(
            rows.slice(1).some((row) => each.test(row)),
            out.join('\n'),
          )
        assert.equal(rows.length, 1 + also.length, out.join('\n'))
        assert.equal(code, 1)
      } finally {
        await world.close()
      }
    })
})

describe('The sample cluster', () => {
  const programs = openPrograms()
  const data = mkdtempSync(join(tmpdir(), 'sitrep-sample-'))
  after(async () => {
    await programs.endAll()
    rmSync(data, { recursive: true })
  })
  const sample = join(import.meta.dirname, '../../../examples/sample-cluster/cluster.yaml')

  it('becomes ready on sitrep up as its guide says, and goes again', { timeout: 240_000 }, async () => {
    const up = await programs.up(data, '--scenario', 'none', '--speed', '50')
    const run = async (line: string) => {
      const env = { KUBECONFIG: join(data, 'kubeconfig') }
      const { code, stdout, stderr } = await programs.sitrep(line.split(' '), env).ended
      return { code, said: stdout + stderr }
    }
    const applied = await run(
      `apply -f ${sample} --wait --timeout 220s --kubeconfig-out ${join(data, 'sample.kubeconfig')}`,
    )
    assert.equal(applied.code, 0, applied.said)
    const calm = await run('trouble -n samples')
    assert.match(calm.said, /^Nothing is wrong with \d+ objects/)
    const described = await run('describe cluster/sample -n samples')
    assert.match(described.said, /Cluster sample +Available: True/)
    const deleted = await run('delete cluster/sample -n samples --wait --timeout 220s')
    assert.equal(deleted.code, 0, deleted.said)
    await up.kill('SIGINT')
  })
})
