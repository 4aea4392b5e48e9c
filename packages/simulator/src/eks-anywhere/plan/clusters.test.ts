import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  annotations,
  clusterKind,
  daemonSetKind,
  kubeadmControlPlaneKind,
  machineDeploymentKind,
  machineKind,
  nodeKind,
} from '@sitrep/cluster-api/kinds'
import {
  bundlesKind,
  deploymentKind,
  eksAnywhereGroup,
  clusterKind as eksClusterKind,
  etcdadmClusterKind,
  systemNamespace,
} from '@sitrep/eks-anywhere/kinds'
import { at, type KindRef, type KubeObject, list } from '@sitrep/status'
import { MemoryWorld } from '../../plan/memory-world.testing.ts'
import { dockerCluster, goodDatacenter, vsphereCluster } from './clusters.testing.ts'

const begun = (...objects: readonly KubeObject[]): MemoryWorld => new MemoryWorld().add(...objects)
const eksRef = (name: string) => ({ ...eksClusterKind, namespace: 'default', name })
const made = ({ world }: MemoryWorld, kind: KindRef, name: string): KubeObject | undefined =>
  world.get({ ...kind, namespace: systemNamespace, name })
const count = ({ world }: MemoryWorld, kind: KindRef): number =>
  world.list(kind).filter(({ metadata }) => metadata.deletionTimestamp === undefined).length
const change = (memory: MemoryWorld, spec: object): MemoryWorld => {
  memory.change(eksRef('w01'), { spec })
  return memory
}
const workload = `${systemNamespace}/w01`
const cni = ({ world }: MemoryWorld, kind: KindRef, name: string): KubeObject | undefined =>
  world.get({ ...kind, cluster: workload, namespace: 'kube-system', name })
const imageOf = (object: KubeObject | undefined): unknown =>
  at(list(at(object?.spec, 'template', 'spec', 'containers'))[0], 'image')

describe('A simulated cluster of EKS Anywhere', () => {
  const whole = (differing: Parameters<typeof dockerCluster>[1] = {}): MemoryWorld =>
    begun(...dockerCluster('w01', differing)).run(900)

  it('becomes a Cluster of Cluster API with all its machines, in the namespace of EKS Anywhere', () => {
    const memory = whole()
    assert.ok(made(memory, clusterKind, 'w01'))
    assert.equal(count(memory, machineKind), 6)
    assert.deepEqual(
      memory.world.list(machineDeploymentKind).map(({ metadata }) => metadata.name),
      ['w01-md-0', 'w01-md-1'],
    )
    assert.equal(memory.world.list(nodeKind, workload).length, 6)
  })

  it('gets its workers only after its control plane answers and the CNI is in', () => {
    const { log } = whole()
    const first = (what: string): number => log.findIndex((line) => line.includes(what))
    assert.ok(first('create Node') < first('create DaemonSet cilium'))
    assert.ok(first('create DaemonSet cilium') < first('create MachineDeployment'))
  })

  it('marks that its CNI was installed, and reports one Pod of it a Node', () => {
    const memory = whole()
    const marked = memory.world.get(eksRef('w01'))?.metadata.annotations
    assert.ok(marked?.['anywhere.eks.amazonaws.com/eksa-cilium'] !== undefined)
    const daemonSet = cni(memory, daemonSetKind, 'cilium')
    assert.match(String(imageOf(daemonSet)), /cilium-eks:v1\.15/)
    assert.equal(at(daemonSet?.status, 'numberReady'), 6)
  })

  it('writes no status on a Cluster', () => {
    const memory = whole()
    assert.equal(memory.world.get(eksRef('w01'))?.status, undefined)
    assert.equal(made(memory, clusterKind, 'w01')?.status, undefined)
  })

  it('comes to rest: nothing is done that is done already', () => {
    const memory = whole()
    const before = memory.log.length
    memory.run(300)
    assert.deepEqual(memory.log.slice(before), [])
  })

  it('is scaled by its counts', () => {
    const memory = change(whole(), {
      controlPlaneConfiguration: { count: 1 },
      workerNodeGroupConfigurations: [{ name: 'md-0', count: 4 }],
    }).run(900)
    assert.equal(at(made(memory, kubeadmControlPlaneKind, 'w01')?.spec, 'replicas'), 1)
    assert.equal(count(memory, machineKind), 5)
    assert.equal(made(memory, machineDeploymentKind, 'w01-md-1'), undefined, 'a group that is gone goes')
  })

  it('is upgraded control plane first, then the CNI after a trial, then the workers', () => {
    const memory = whole()
    const before = memory.log.length
    change(memory, { kubernetesVersion: '1.35', eksaVersion: 'v0.23.0' }).run(1800)
    const log = memory.log.slice(before)
    const first = (what: RegExp): number => log.findIndex((line) => what.test(line))
    const last = (what: RegExp): number => log.findLastIndex((line) => what.test(line))
    assert.ok(first(/patch KubeadmControlPlane w01 spec/) === 0)
    assert.ok(last(/delete Machine w01-\w{5}$/) < first(/create DaemonSet cilium-pre-flight-check/))
    assert.ok(first(/create DaemonSet cilium-pre-flight-check/) < first(/patch DaemonSet cilium spec/))
    assert.ok(first(/patch DaemonSet cilium spec/) < first(/patch MachineDeployment w01-md-0 spec/))
    assert.match(String(imageOf(cni(memory, daemonSetKind, 'cilium'))), /v1\.16/)
    assert.equal(cni(memory, deploymentKind, 'cilium-pre-flight-check'), undefined)
    const versions = memory.world.list(machineKind).map(({ spec }) => String(at(spec, 'version')))
    assert.ok(
      versions.every((version) => version.startsWith('v1.35.')),
      versions.join(),
    )
  })

  it('leaves a CNI alone whose upgrades are skipped, and does not bring it back', () => {
    const skip = { clusterNetwork: { cniConfig: { cilium: { skipUpgrade: true } } } }
    const memory = change(whole(), { ...skip, eksaVersion: 'v0.23.0' }).run(600)
    assert.match(String(imageOf(cni(memory, daemonSetKind, 'cilium'))), /v1\.15/)
    memory.remove({ ...daemonSetKind, cluster: workload, namespace: 'kube-system', name: 'cilium' })
    memory.run(600)
    assert.equal(cni(memory, daemonSetKind, 'cilium'), undefined)
  })

  it('has its configuration of the CNI carried out', () => {
    const cniConfig = { cilium: { policyEnforcementMode: 'always' } }
    const memory = change(whole(), { clusterNetwork: { cniConfig } }).run(60)
    assert.ok(memory.log.some((line) => line.endsWith('patch ConfigMap cilium-config data')))
  })

  it('leaves the size of a group to its autoscaler', () => {
    const groups = [{ name: 'md-0', count: 7, autoscalingConfiguration: { minCount: 2, maxCount: 5 } }]
    const memory = whole({ spec: { workerNodeGroupConfigurations: groups } })
    const ref = { ...machineDeploymentKind, namespace: systemNamespace, name: 'w01-md-0' }
    assert.equal(at(memory.world.get(ref)?.spec, 'replicas'), 2)
    memory.change(ref, { spec: { replicas: 4 } })
    memory.run(300)
    assert.equal(at(memory.world.get(ref)?.spec, 'replicas'), 4)
  })

  it('waits for an etcd of its own before its control plane begins', () => {
    const spec = { externalEtcdConfiguration: { count: 3 } }
    const memory = begun(...dockerCluster('w01', { spec })).run(12)
    assert.ok(made(memory, etcdadmClusterKind, 'w01-etcd'))
    assert.ok(made(memory, kubeadmControlPlaneKind, 'w01')?.metadata.annotations?.[annotations.paused])
    assert.equal(count(memory, machineKind), 0)
    memory.run(900)
    assert.equal(at(made(memory, etcdadmClusterKind, 'w01-etcd')?.status, 'ready'), true)
    assert.equal(count(memory, machineKind), 6)
    assert.equal(at(made(memory, clusterKind, 'w01')?.spec, 'managedExternalEtcdRef', 'name'), 'w01-etcd')
  })

  it('goes with everything that was made of it', () => {
    const memory = whole({ spec: { externalEtcdConfiguration: { count: 3 } } })
    memory.remove(eksRef('w01'))
    memory.run(900)
    assert.equal(memory.world.get(eksRef('w01')), undefined)
    for (const kind of [clusterKind, kubeadmControlPlaneKind, machineKind, etcdadmClusterKind])
      assert.equal(memory.world.list(kind).length, 0, kind.kind)
  })

  type Case = [name: string, memory: () => MemoryWorld, says: string, because: string]
  const [datacenter, cluster] = dockerCluster('w01')
  const of = (object: KubeObject | undefined): KubeObject => object ?? assert.fail()
  const broken = { 'anywhere.eks.amazonaws.com/paused': 'true' }
  const rest = (objects: readonly KubeObject[]) => (): MemoryWorld => begun(...objects).run(300)
  const deleted = (annotations: Readonly<Record<string, string>>) => (): MemoryWorld => {
    const memory = begun(...dockerCluster('w01', { annotations })).run(600)
    memory.remove(eksRef('w01'))
    return memory.run(600)
  }

  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['as it should be',        rest([of(datacenter), of(cluster)]),                                                    'made',    'nothing is in the way'],
    ['no datacenter',          rest([of(cluster)]),                                                                    'nothing', 'it refers to an object that is not there'],
    ['unknown release',        rest(dockerCluster('w01', { spec: { eksaVersion: 'v9.9.9' } })),                        'nothing', 'nobody has released it'],
    ['unknown version',        rest(dockerCluster('w01', { spec: { kubernetesVersion: '1.12' } })),                    'nothing', 'the release does not bring it'],
    ['no release',             rest(dockerCluster('w01', { spec: { eksaVersion: undefined } })),                       'nothing', 'it manages itself, so nobody lends it one'],
    ['Bundles by name',        rest(dockerCluster('w01', { spec: { eksaVersion: undefined, bundlesRef: { name: 'bundles-1', namespace: systemNamespace } } })), 'made', 'they are there'],
    ['paused',                 rest(dockerCluster('w01', { annotations: broken })),                                    'nothing', 'nobody touches it'],
    ['good vSphere',           rest(vsphereCluster('w01', goodDatacenter)),                                            'made',    'its datacenter was found to be valid'],
    ['vSphere without server', rest(vsphereCluster('w01', {})),                                                        'nothing', 'its datacenter was found to be wrong'],
    ['managed by itself',      deleted({ 'anywhere.eks.amazonaws.com/managed-by-cli': 'false' }),                      'made',    'a cluster does not delete itself'],
  ]
  for (const [name, memory, says, because] of cases) {
    it(`${name}: ${says}, because ${because}`, () => {
      assert.equal(made(memory(), clusterKind, 'w01') === undefined ? 'nothing' : 'made', says)
    })
  }

  it('has what is wrong with a datacenter told by the datacenter, and goes on once it is mended', () => {
    const memory = begun(...vsphereCluster('w01', {})).run(60)
    const ref = {
      group: eksAnywhereGroup,
      kind: 'VSphereDatacenterConfig',
      namespace: 'default',
      name: 'w01',
    }
    const told = memory.world.get(ref)?.status
    assert.equal(at(told, 'specValid'), false)
    assert.equal(at(told, 'failureMessage'), 'VSphereDatacenterConfig server is not set or is empty')
    memory.change(ref, { metadata: { generation: 2 }, spec: goodDatacenter })
    memory.run(600)
    assert.equal(at(memory.world.get(ref)?.status, 'specValid'), true)
    assert.ok(made(memory, clusterKind, 'w01'))
  })

  it('replaces its machines when their config changes', () => {
    const memory = begun(...vsphereCluster('w01', goodDatacenter)).run(600)
    const before = memory.world.list(machineKind).map(({ metadata }) => metadata.name)
    const ref = { group: eksAnywhereGroup, kind: 'VSphereMachineConfig', namespace: 'default', name: 'w01' }
    memory.change(ref, { spec: { memoryMiB: 16_384 } })
    memory.run(900)
    const after = memory.world.list(machineKind).map(({ metadata }) => metadata.name)
    assert.equal(after.length, 2)
    assert.deepEqual(
      after.filter((name) => before.includes(name)),
      [],
    )
  })

  it('takes the release of its management cluster where it names none', () => {
    const lent = dockerCluster('w01', {
      spec: { eksaVersion: undefined, managementCluster: { name: 'mgmt' } },
    })
    const memory = begun(...dockerCluster('mgmt'), ...lent).run(600)
    assert.ok(made(memory, clusterKind, 'w01'))
  })

  it('hands faults down to what it is made of, and takes them back', () => {
    const memory = whole()
    const fault = 'simulator.sitrep.dev/bootstrap'
    const told = (): unknown => made(memory, clusterKind, 'w01')?.metadata.annotations?.[fault]
    memory.change(eksRef('w01'), { metadata: { annotations: { [fault]: 'failing' } } })
    memory.run(5)
    assert.equal(told(), 'failing')
    memory.change(eksRef('w01'), { metadata: { annotations: { [fault]: null } } })
    memory.run(5)
    assert.equal(told(), undefined)
  })

  it('finds its releases once they are there', () => {
    assert.equal(whole().world.list(bundlesKind).length, 2)
  })
})
