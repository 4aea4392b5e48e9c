import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { openKubeconfig } from '@sitrep/controller/connection'
import { clusterObjects, dockerCluster, goodDatacenter, vsphereCluster } from '@sitrep/simulator/testing'
import type { KubeObject } from '@sitrep/status'
import { stringify } from 'yaml'
import { type Ended, openPrograms, type RunningProgram } from './program.testing.ts'
import { hasTerminal, openTerminal } from './terminal.testing.ts'

const limit = { timeout: 240_000 }

const plainCluster = (name: string): readonly KubeObject[] => [
  { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'prod' } },
  ...clusterObjects({
    namespace: 'prod',
    name,
    version: 'v1.36.0',
    controlPlane: 1,
    workers: [{ name: 'md-0', replicas: 2 }],
  }),
]

describe('sitrep apply against sitrep up', () => {
  const programs = openPrograms()
  const folder = mkdtempSync(join(tmpdir(), 'sitrep-apply-'))
  const kubeconfig = join(folder, 'kubeconfig')
  before(() => programs.up(folder, '--speed', '30'))
  after(async () => {
    await programs.endAll()
    rmSync(folder, { recursive: true })
  })

  const line = (command: string, file: string, options: readonly string[] = []): readonly string[] => {
    const out = command === 'apply' ? ['--kubeconfig-out', join(folder, `${file}.out`)] : []
    const flags = ['--wait', '--timeout', '220s', '--kubeconfig', kubeconfig, '--data', folder]
    const known = command === 'apply' ? flags : flags.slice(0, -2)
    return [command, '-f', join(folder, `${file}.yaml`), ...known, ...out, ...options]
  }
  const write = (file: string, objects: readonly KubeObject[]): void =>
    writeFileSync(join(folder, `${file}.yaml`), objects.map((object) => stringify(object)).join('---\n'))
  const start = (
    file: string,
    objects: readonly KubeObject[],
    options: readonly string[] = [],
  ): RunningProgram => {
    write(file, objects)
    return programs.sitrep(line('apply', file, options))
  }
  const assertInOrder = ({ stdout }: Ended, patterns: readonly RegExp[]): void => {
    const said = stdout.split('\n')
    let from = 0
    for (const pattern of patterns) {
      const found = said.findIndex((each, at) => at >= from && pattern.test(each))
      assert.notEqual(found, -1, `${pattern} is not said in its place:\n${stdout}`)
      from = found + 1
    }
  }

  it(
    'tells the way of a cluster of EKS Anywhere line by line in a pipe, and leaves its kubeconfig behind',
    limit,
    async () => {
      const ended = await start('w01', dockerCluster('w01')).ended
      assert.equal(ended.code, 0, ended.stdout + ended.stderr)
      assertInOrder(ended, [
        /DockerDatacenterConfig default\/w01 created$/,
        /Cluster default\/w01 created$/,
        /Control plane initialized working/,
        /Control plane working, [0-2] of 3 ready/,
        /the kubeconfig is in \S+w01\.out$/,
        /Control plane done, 3 of 3 ready$/,
        /Ready done$/,
        /Cluster default\/w01 is ready$/,
      ])
      assertInOrder(ended, [
        /Control plane initialized done$/,
        /CNI done: cilium v1\.15/,
        /Workers done, 3 of 3 ready$/,
      ])
      const file = join(folder, 'w01.out')
      assert.equal(statSync(file).mode & 0o777, 0o600)
      const { connection } = await openKubeconfig({ text: readFileSync(file, 'utf8') })
      const { items } = await connection.request<{ items: readonly unknown[] }>({ path: '/api/v1/nodes' })
      connection.close()
      assert.equal(items.length, 6)
    },
  )

  it('follows an upgrade until the last worker is replaced', limit, async () => {
    const spec = {
      kubernetesVersion: '1.35',
      eksaVersion: 'v0.23.0',
      controlPlaneConfiguration: { count: 1 },
    }
    const ended = await start('w01', dockerCluster('w01', { spec })).ended
    assert.equal(ended.code, 0, ended.stdout + ended.stderr)
    assertInOrder(ended, [
      /Cluster default\/w01 configured$/,
      /CNI done: cilium v1\.16/,
      /Workers working, .*to replace/,
      /Workers done, 3 of 3 ready$/,
      /Cluster default\/w01 is ready$/,
    ])
  })

  it(
    'leaves the CNI to a user who has taken it out and skips its upgrades, and scales meanwhile',
    limit,
    async () => {
      const spec = {
        kubernetesVersion: '1.35',
        eksaVersion: 'v0.23.0',
        controlPlaneConfiguration: { count: 1 },
        workerNodeGroupConfigurations: [{ name: 'md-0', count: 3 }],
        clusterNetwork: { cniConfig: { cilium: { skipUpgrade: true } } },
      }
      const scaled = await start('w01', dockerCluster('w01', { spec })).ended
      assert.equal(scaled.code, 0, scaled.stdout + scaled.stderr)
      assertInOrder(scaled, [/Workers working, /, /Workers done, 3 of 3 ready$/])
      const { connection } = await openKubeconfig({ text: readFileSync(join(folder, 'w01.out'), 'utf8') })
      const path = '/apis/apps/v1/namespaces/kube-system/daemonsets/cilium'
      await connection.request({ method: 'DELETE', path })
      connection.close()
      const ended = await programs.sitrep(line('apply', 'w01')).ended
      assert.equal(ended.code, 0, ended.stdout + ended.stderr)
      assertInOrder(ended, [/CNI skipped: /, /Cluster default\/w01 is ready$/])
    },
  )

  it('is stopped with Ctrl-C without harm, and the same command goes on, for machines', limit, async () => {
    const running = start('plain', plainCluster('plain'), ['-o', 'json'])
    await running.says('"name":"infrastructure","title":"Infrastructure","state":"done"')
    const stopped = await running.kill('SIGINT')
    assert.equal(stopped.code, 130)
    const events = (ended: Ended) =>
      ended.stdout
        .trim()
        .split('\n')
        .map((each) => JSON.parse(each) as { event: string; result?: string })
    assert.equal(events(stopped).at(-1)?.event, 'interrupted')
    const resumed = await programs.sitrep(line('apply', 'plain', ['-o', 'json'])).ended
    assert.equal(resumed.code, 0, resumed.stdout + resumed.stderr)
    const told = events(resumed)
    assert.equal(told.at(-1)?.event, 'ready')
    assert.deepEqual(
      [...new Set(told.flatMap(({ result }) => result ?? []))].filter((result) => result === 'created'),
      [],
    )
    assert.ok(told.some(({ event }) => event === 'kubeconfig'))
  })

  it('draws bars in place on a terminal', {
    ...limit,
    skip: hasTerminal() ? false : 'there is no tmux here',
  }, async () => {
    write('drawn', plainCluster('drawn'))
    const terminal = openTerminal(line('apply', 'drawn'), { width: 90, height: 30 })
    try {
      const begun = await terminal.shows(/… Control plane +\[░+\] {2}0 of 1 ready/)
      assert.match(begun, /^Cluster prod\/drawn {2}\d+s$/m)
      const over = await terminal.shows(/exit \d/)
      assert.match(over, /✓ Control plane +\[█+\] {2}1 of 1 ready/)
      assert.match(over, /✓ Workers +\[█+\] {2}2 of 2 ready/)
      assert.match(over, /Cluster prod\/drawn is ready\nexit 0/)
      assert.equal(over.match(/✓ Spec taken up/g)?.length, 1, 'the picture was drawn over, not again')
    } finally {
      terminal.close()
    }
  })

  type Failure = [
    name: string,
    objects: readonly KubeObject[],
    options: readonly string[],
    says: RegExp,
    because: string,
  ]
  const failing = { annotations: { 'simulator.sitrep.dev/bootstrap': 'failing' } }
  // biome-ignore format: the table is the specification; its columns stay aligned
  const failures: Failure[] = [
    ['a bad spec',          vsphereCluster('bad', {}),                          [],                     /bad failed: .*VSphereDatacenterConfig server is not set or is empty/,  'only another spec helps'],
    ['a missing object',    dockerCluster('lonely').slice(1),                   ['--fail-after', '1s'], /lonely failed: .*DockerDatacenterConfig.*"lonely" not found/,           'nobody brings it'],
    ['a failing bootstrap', vsphereCluster('broken', goodDatacenter, failing),  ['--fail-after', '1s'], /broken failed: .*Machine eksa-system\/\S+ Failed to generate the bootstrap data/, 'it lasts'],
  ]
  for (const [name, objects, options, says, because] of failures) {
    it(`${name} ends it early with its text, because ${because}`, limit, async () => {
      const ended = await start(name.replaceAll(' ', '-'), objects, options).ended
      assert.equal(ended.code, 1, ended.stdout + ended.stderr)
      assert.match(ended.stdout, says)
    })
  }

  it('says what is missing and why when the time is over', limit, async () => {
    const file = 'a-failing-bootstrap'
    const ended = await programs.sitrep(line('apply', file, ['--timeout', '0'])).ended
    assert.equal(ended.code, 1, ended.stdout + ended.stderr)
    assert.match(ended.stdout, /broken is not ready in time; still missing: Control plane initialized/)
    assert.match(ended.stdout, /Cluster default\/broken .*has not been ready/)
  })

  it('deletes what it has applied, to the last object', limit, async () => {
    const ended = await programs.sitrep(line('delete', 'w01')).ended
    assert.equal(ended.code, 0, ended.stdout + ended.stderr)
    assertInOrder(ended, [
      /Cluster default\/w01 is being deleted$/,
      /still there: .*Machine/,
      /Cluster default\/w01 is gone$/,
      /DockerDatacenterConfig default\/w01 is gone$/,
    ])
  })
})
