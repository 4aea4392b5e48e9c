import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { computeWorld } from '../source/computed-world.ts'
import { findObject } from '../source/find-object.ts'
import { parseObjects } from '../source/parse-objects.ts'
import { catalogIn, families, recordedWorld } from '../testing.ts'
import type { Branch } from './branch.ts'
import { type JudgedBranch, judgedTree } from './branch-verdict.ts'
import { treeOf } from './build-tree.ts'

const at = '2026-01-01T12:00:00Z'
const guideWorld = (name: string): string =>
  readFileSync(join(import.meta.dirname, '../../../../docs/guides/worlds', `${name}.yaml`), 'utf8')

/** The tree in outline: a line a branch, with what is said of it. */
function outline(branch: Branch): readonly string[] {
  return linesOf(judgedTree(branch, { now: at, families }), '')
}

function linesOf({ heading, label, verdict, children }: JudgedBranch, indent: string): readonly string[] {
  const name = [heading, label].filter(Boolean).join(' ')
  return [
    `${indent}${name}${verdict === undefined ? '' : ` = ${verdict.text}`}`,
    ...children.flatMap((child) => linesOf(child, `${indent}  `)),
  ]
}

const catalog = await catalogIn('released')

function treeIn(text: string, ...words: string[]): Branch {
  const world = { ...computeWorld(parseObjects(text, 'world'), { catalog, at }), families }
  return treeOf(findObject({ ...world, namespace: undefined }, words), world)
}

describe('The tree', () => {
  it('of a Gateway leads over listeners and routes to backends, and misses what is not there', () => {
    assert.deepEqual(outline(treeIn(guideWorld('gateway'), 'gateway/public')), [
      'Gateway public = Degraded',
      '  Class GatewayClass edge = Accepted: True',
      '  Listener http, HTTP 80 = Programmed: True',
      '    HTTPRoute shop/shop = ResolvedRefs: False',
      '      Backend Service shop/web = –',
      '      Backend Service search = missing',
      '  Listener https, HTTPS 443 = Programmed: False',
      '  All listeners',
      '    HTTPRoute blog/blog = Accepted: True',
      '      Backend Service blog/blog = –',
      '    HTTPRoute blog/docs = Unknown',
      '      Backend Service blog/blog = –',
    ])
  })

  it('of a Gateway misses a class that is not there, for nobody serves it then', () => {
    const named = guideWorld('gateway').replaceAll('gatewayClassName: edge', 'gatewayClassName: none')
    const tree = outline(treeIn(named, 'gateway/public'))
    assert.equal(tree[1], '  Class GatewayClass none = missing')
  })

  it('of a route shows its parents without what lies below them', () => {
    const tree = outline(treeIn(guideWorld('gateway'), 'httproute/blog'))
    assert.deepEqual(tree.slice(1), [
      '  Parent Gateway edge/public = Accepted: True',
      '  Backend Service blog = –',
    ])
  })

  it('of a claim leads over its composite to managed resources, each shown once', () => {
    assert.deepEqual(outline(treeIn(guideWorld('crossplane'), 'database/orders')), [
      'Database orders = Ready: False',
      '  XDatabase orders-x7k2p = Ready: False',
      '    Instance orders-x7k2p-db = Ready: True',
      '    Bucket orders-x7k2p-backup = Ready: False',
      '    SecurityGroup orders-x7k2p-access = missing',
    ])
  })

  it('of a composite of Crossplane v2 follows spec.crossplane.resourceRefs', () => {
    assert.deepEqual(outline(treeIn(guideWorld('crossplane'), 'xqueue/mail')), [
      'XQueue mail = Ready: True',
      '  Queue mail-q = Ready: True',
    ])
  })

  it('of a composite shows how it is made and what is in use', () => {
    assert.deepEqual(outline(treeIn(guideWorld('orders'), 'xdatabase/orders-x7k2p')), [
      'XDatabase orders-x7k2p = Ready: False',
      '  Composition databases = –',
      '    Function function-render = Ready',
      '    Function function-auto-ready = missing',
      '  Database orders-x7k2p-db = Degraded',
      '  Role orders-x7k2p-owner = Ready: True',
      '    In use: ClusterUsage orders-x7k2p-owner-in-use = Ready: True',
      '  ClusterUsage orders-x7k2p-owner-in-use = Ready: True',
    ])
  })

  it('of an EKS Anywhere cluster stands above its Cluster API objects, empty deployments and pools included', () => {
    const names = outline(treeIn(guideWorld('eks-anywhere'), 'cluster.anywhere/mgmt')).map((line) =>
      line.replace(/ = .*/, ''),
    )
    assert.deepEqual(names.slice(4), [
      '  Cluster API Cluster eksa-system/mgmt',
      '    Infrastructure VSphereCluster eksa-system/mgmt',
      '    Control plane KubeadmControlPlane mgmt',
      '    Workers',
      '      MachineDeployment eksa-system/mgmt-md-0, v1.33.1-eks-1-33-1',
      '      MachineDeployment eksa-system/mgmt-spare, v1.33.1-eks-1-33-1',
      '      MachinePool eksa-system/mgmt-pool, v1.33.1-eks-1-33-1',
    ])
  })

  it('of a Machine shows bootstrap, infrastructure and its Node in the workload cluster', () => {
    const tree = outline(treeIn(recordedWorld('remediation').text, 'machine/health-md-a-mc6k5-r6z2s'))
    assert.ok(tree.includes('  Infrastructure DevMachine health-md-a-mc6k5-r6z2s = Ready: True'))
    assert.ok(tree.includes('  Node health-md-a-mc6k5-r6z2s in health/health = Ready: False'))
  })

  it('of any other object is what it owns, and a ring of owners ends', () => {
    const owner = (uid: string) => `ownerReferences: [{ kind: Thing, name: x, uid: ${uid} }]`
    const ring = ['a', 'b']
      .map(
        (name, at) =>
          `{ apiVersion: example.com/v1, kind: Thing, metadata: { name: ${name}, uid: ${name}, ${owner('ba'.charAt(at))} } }`,
      )
      .join('\n---\n')
    assert.deepEqual(outline(treeIn(ring, 'thing/a')), ['Thing a = Unknown', '  Thing b = Unknown'])
  })

  it('names what could not be read', () => {
    const world = { ...computeWorld(parseObjects(guideWorld('gateway'), 'world'), { catalog, at }), families }
    const root = findObject({ ...world, namespace: undefined }, ['service/web'])
    const kind = { group: 'cluster.x-k8s.io', kind: 'MachineSet' }
    const tree = treeOf(root, { ...world, unread: [{ kind, why: 'permission to list is missing' }] })
    assert.deepEqual(outline(tree), ['Service web = –', '  MachineSets = unread'])
  })
})
