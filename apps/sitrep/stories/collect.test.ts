import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Connection } from '@sitrep/controller/connection'
import type { KubeObject } from '@sitrep/status'
import { type Ran, runLine } from '../src/testing.ts'
import { eventually, openPrograms, type RunningUp } from './program.testing.ts'

const limit = { timeout: 240_000 }

// biome-ignore format: one line a question
const questions: readonly (readonly string[])[] = [
  ['trouble'],
  ['trouble', '--all', '-o', 'json'],
  ['describe', 'cluster/labs', '-n', 'fleet', '--show-conditions', 'all'],
  ['describe', 'cluster/payments', '-n', 'fleet'],
  ['describe', 'cluster/factory', '-n', 'edge'],
  ['explain', 'cluster/labs', '-n', 'fleet'],
  ['explain', 'cluster/factory', '-n', 'edge', '--verbose'],
  ['get', 'clusters,machines,machinedeployments,kcp', '-A'],
  ['get', 'machines', '-A', '-o', 'json'],
]

describe('A bundle of a running fleet', () => {
  const programs = openPrograms()
  const folder = mkdtempSync(join(tmpdir(), 'sitrep-collect-'))
  const file = join(folder, 'bundle.tar.gz')
  const env = { HOME: folder, KUBECONFIG: join(folder, 'kubeconfig') }
  let up: RunningUp
  before(async () => {
    up = await programs.up(folder, '--scenario', 'demo', '--speed', '60')
  })
  after(async () => {
    await programs.endAll()
    rmSync(folder, { recursive: true })
  })

  it('answers every question as the fleet itself did', limit, async () => {
    // Things go on happening there: a bundle is compared with the answers around it, once nothing moved meanwhile.
    const { live, bundled } = await eventually(async () => {
      const calm = await unmoved(up.connection)
      const now = new Date().toISOString()
      const ask = (words: readonly string[]): Promise<Ran> => runLine(words, { env, now })
      const collected = await ask(['collect', '-o', file])
      assert.deepEqual([collected.code, collected.err], [0, []])
      // What a bundle tells from one moment gives the statuses that the controllers wrote; while they write, it cannot. This is asked
      // before all that takes longer.
      if ((await runLine(['status', '-f', file, '-o', 'diff'])).out.length > 0) return undefined
      const answers = await Promise.all(questions.map(ask))
      if ((await versions(up.connection)) !== calm) return undefined
      const again = await Promise.all(questions.map((words) => ask([...words, '-f', file])))
      return { live: answers.map(plain), bundled: again.map(plain) }
    })
    for (const [at, words] of questions.entries())
      assert.deepEqual(bundled[at], live[at], `sitrep ${words.join(' ')}`)
  })

  it('keeps the conventions as the fleet itself does', limit, async () => {
    const findings = ({ out }: Ran): readonly string[] => {
      type Finding = { readonly rule: string; readonly object: object; readonly path?: unknown }
      const { findings: all } = JSON.parse(out.join('\n')) as { findings: readonly Finding[] }
      return all.map(({ rule, object, path }) => JSON.stringify({ rule, object, path })).sort()
    }
    const { live, bundled } = await eventually(async () => {
      const calm = await unmoved(up.connection)
      const now = new Date().toISOString()
      const answer = await runLine(['lint', '-A', '-o', 'json'], { env, now })
      await runLine(['collect', '-o', file], { env, now })
      if ((await versions(up.connection)) !== calm) return undefined
      const again = await runLine(['lint', '-f', file, '-o', 'json'])
      return { live: findings(answer), bundled: findings(again) }
    })
    assert.deepEqual(bundled, live)
  })
})

/** Where the statuses of the fleet stand once they have not moved for a while. */
async function unmoved(connection: Connection): Promise<string> {
  let [last, same] = ['', 0]
  return eventually(async () => {
    const found = await versions(connection)
    same = found === last ? same + 1 : 0
    last = found
    return same === 2 ? found : undefined
  })
}

/** Where the statuses of the fleet stand. */
async function versions(connection: Connection): Promise<string> {
  const core = ['clusters', 'machines', 'machinesets', 'machinedeployments']
  const paths = [
    ...core.map((plural) => `/apis/cluster.x-k8s.io/v1beta2/${plural}`),
    '/apis/controlplane.cluster.x-k8s.io/v1beta2/kubeadmcontrolplanes',
    // Told after what they tell of.
    '/api/v1/events',
  ]
  const lists = await Promise.all(
    paths.map((path) => connection.request<{ items: readonly KubeObject[] }>({ path })),
  )
  return lists
    .flatMap(({ items }) => items.map(({ metadata }) => `${metadata.name} ${metadata.resourceVersion}`))
    .join(',')
}

// What leads back to the files, the ages that a server counts with its own clock, and what a bundle leaves out.
const plain = ({ code, out }: Ran): unknown => [
  code,
  withoutManagers(out.join('\n'))
    .replaceAll(/ -f \S+/g, '')
    // Whoever has files has no kubectl for them.
    .replaceAll(/\n +kubectl .*/g, '')
    .replaceAll(/\b\d+[smh](?:\d+s)?\b/g, '')
    .replaceAll(/ +/g, ' ')
    .split('\n')
    .map((line) => line.trim()),
]

const withoutManagers = (text: string): string =>
  text.startsWith('{')
    ? JSON.stringify(
        JSON.parse(text, (name, value: unknown) => (name === 'managedFields' ? undefined : value)),
        undefined,
        1,
      )
    : text
