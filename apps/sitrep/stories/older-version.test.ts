import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, describe, it } from 'node:test'
import type { Connection } from '@sitrep/controller/connection'
import type { KubeObject } from '@sitrep/status'
import { chosenKubectls } from '../../../tools/peers/find-kubectls.ts'
import { olderFleet } from './older-version.testing.ts'
import { eventually, openPrograms, type RunningUp } from './program.testing.ts'

const limit = { timeout: 240_000 }
const programs = openPrograms()
const folders: string[] = []
const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'sitrep-older-'))
  folders.push(made)
  return made
}

interface Said {
  readonly out: string
  readonly err: string
}

/** kubectl with these words behind it, at the folder of a program; a watch ends once `until` holds of what it printed. */
async function kubectl(
  path: string,
  { data, args, until }: { data: string; args: readonly string[]; until?: RegExp },
): Promise<Said> {
  const env = { ...process.env, KUBECONFIG: join(data, 'kubeconfig'), HOME: data }
  const child = spawn(path, args, { env })
  const said = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.out += text
    if (until?.test(said.out)) child.kill('SIGINT')
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.err += text
  })
  const [code] = (await once(child, 'close')) as [number | null]
  if (until === undefined && code !== 0) throw new Error(`kubectl ${args.join(' ')}: ${said.err}`)
  return said
}

const read = (connection: Connection, version: string, plural: string): Promise<readonly KubeObject[]> =>
  connection
    .request<{ items: readonly KubeObject[] }>({
      path: `/apis/cluster.x-k8s.io/${version}/namespaces/old/${plural}`,
    })
    .then(({ items }) => items)

const statusOf = ([object]: readonly KubeObject[]): Readonly<Record<string, unknown>> =>
  (object?.status ?? {}) as Readonly<Record<string, unknown>>

const isAvailable = (conditions: unknown): boolean =>
  (conditions as readonly { type: string; status: string }[] | undefined)?.find(
    ({ type }) => type === 'Available',
  )?.status === 'True'

async function begin(...args: readonly string[]): Promise<{ data: string; up: RunningUp; manifest: string }> {
  const data = folder()
  const manifest = join(data, 'fleet.yaml')
  writeFileSync(manifest, olderFleet)
  return { data, manifest, up: await programs.up(data, '--speed', '50', ...args) }
}

describe('Clients of v1beta1', () => {
  afterEach(() => programs.endAll())
  after(() => {
    for (const made of folders) rmSync(made, { recursive: true })
  })

  for (const { path, version } of chosenKubectls())
    it(
      `are served by sitrep up without more ado: kubectl ${version} applies, gets and watches in both versions`,
      limit,
      async () => {
        const { data, manifest, up } = await begin()
        const watch = (older: string, until: RegExp): Promise<Said> =>
          kubectl(path, {
            data,
            args: ['get', `clusters.${older}.cluster.x-k8s.io`, '-n', 'old', '-w'],
            until,
          })
        const applied = await kubectl(path, { data, args: ['apply', '-f', manifest] })
        assert.match(applied.out, /machinehealthcheck\.cluster\.x-k8s\.io\/shop created/)
        const [older, newer] = await Promise.all([
          watch('v1beta1', /Provisioned/),
          watch('v1beta2', /shop +True/),
        ])
        assert.match(older.out, /^NAME +CLUSTERCLASS +PHASE/)
        assert.match(newer.out, /^NAME +CLUSTER CLASS +AVAILABLE/)
        const warning =
          'Warning: cluster.x-k8s.io/v1beta1 Cluster is deprecated; use cluster.x-k8s.io/v1beta2 Cluster'
        for (const { err } of [applied, older]) assert.ok(err.includes(warning), err)
        assert.doesNotMatch(newer.err, /deprecated/)
        const again = await kubectl(path, { data, args: ['apply', '-f', manifest] })
        assert.doesNotMatch(again.out, /configured|created/)
        const checks = await kubectl(path, {
          data,
          args: ['get', 'machinehealthchecks.v1beta1.cluster.x-k8s.io', '-n', 'old'],
        })
        assert.match(checks.out, /shop +shop +1 +40%/)
        await up.kill('SIGINT')
      },
    )

  it('that are the only ones are written in the document’s first stage', limit, async () => {
    const { data, manifest, up } = await begin('--stage', 'v1beta1')
    const env = { KUBECONFIG: join(data, 'kubeconfig') }
    assert.equal((await programs.sitrep(['apply', '-f', manifest], env).ended).code, 0)
    const status = await eventually(async () => {
      const found = statusOf(await read(up.connection, 'v1beta1', 'clusters'))
      return isAvailable(found['experimentalConditions']) ? found : undefined
    })
    assert.equal(status['phase'], 'Provisioned')
    assert.equal(status['controlPlaneReady'], true)
    assert.equal(status['backCompatibility'], undefined)
    await up.kill('SIGINT')
  })

  it('that are gone leave nothing behind at the end of the way', limit, async () => {
    const { data, manifest, up } = await begin('--stage', 'end')
    const env = { KUBECONFIG: join(data, 'kubeconfig') }
    const refused = await programs.sitrep(['apply', '-f', manifest], env).ended
    assert.equal(refused.code, 1)
    assert.match(
      refused.stderr,
      /Cluster old\/shop: the server serves Cluster of cluster\.x-k8s\.io in v1beta2, not in v1beta1/,
    )
    writeFileSync(manifest, olderFleet.replaceAll('v1beta1', 'v1beta2'))
    assert.equal((await programs.sitrep(['apply', '-f', manifest], env).ended).code, 0)
    await eventually(async () => {
      const found = statusOf(await read(up.connection, 'v1beta2', 'clusters'))
      return isAvailable(found['conditions']) || undefined
    })
    for (const plural of ['clusters', 'machines', 'machinesets', 'machinedeployments'])
      for (const { status } of await read(up.connection, 'v1beta2', plural))
        assert.equal((status as { backCompatibility?: unknown } | undefined)?.backCompatibility, undefined)
    await up.kill('SIGINT')
  })
})
