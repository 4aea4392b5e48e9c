import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Fields, KubeObject, OpenApi } from '@sitrep/status'
import { crds } from '../crds/crds.ts'
import type { ApiStage } from '../options.ts'
import { convert } from './convert.ts'
import { layOut } from './lay-out.ts'
import { path, put, type Tree, valueAt } from './tree.ts'

/** Where a field stands in the first stage, in the second and in the end; `–` where it is not there. */
type Case = [kind: string, first: string, second: string, end: string, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['Machine',             '–',                                'initialization',                           'initialization',                           'provisioning has a group of its own'],
  ['Machine',             'bootstrapReady',                   'initialization.bootstrapSecretCreated',    'initialization.bootstrapSecretCreated',    'ready is no word for being provisioned'],
  ['Machine',             'infrastructureReady',              'initialization.infrastructureProvisioned', 'initialization.infrastructureProvisioned', 'ready is no word for being provisioned'],
  ['Machine',             '–',                                'backCompatibility',                        '–',                                        'older clients need it only for a while'],
  ['Machine',             'phase',                            'backCompatibility.phase',                  '–',                                        'conditions say more'],
  ['Machine',             'lastUpdated',                      'backCompatibility.lastUpdated',            '–',                                        'it goes with the phase'],
  ['Machine',             'failureReason',                    'backCompatibility.failureReason',          '–',                                        'no failure is final'],
  ['Machine',             'failureMessage',                   'backCompatibility.failureMessage',         '–',                                        'no failure is final'],
  ['Machine',             'conditions',                       'backCompatibility.conditions',             '–',                                        'they step aside'],
  ['Machine',             'experimentalConditions',           'conditions',                               'conditions',                               'they take the place of the old ones'],
  ['MachineSet',          '–',                                'backCompatibility',                        '–',                                        'older clients need it only for a while'],
  ['MachineSet',          'readyReplicas',                    'backCompatibility.readyReplicas',          '–',                                        'it counted Nodes'],
  ['MachineSet',          'experimentalReadyReplicas',        'readyReplicas',                            'readyReplicas',                            'it counts Machines'],
  ['MachineSet',          'failureReason',                    'backCompatibility.failureReason',          '–',                                        'no failure is final'],
  ['MachineSet',          'failureMessage',                   'backCompatibility.failureMessage',         '–',                                        'no failure is final'],
  ['MachineSet',          'conditions',                       'backCompatibility.conditions',             '–',                                        'they step aside'],
  ['MachineSet',          'experimentalConditions',           'conditions',                               'conditions',                               'they take the place of the old ones'],
  ['MachineSet',          'upToDateReplicas',                 'upToDateReplicas',                         'upToDateReplicas',                         'it is new and stays'],
  ['MachineDeployment',   'updatedReplicas',                  'upToDateReplicas',                         'upToDateReplicas',                         'an update is not an upgrade'],
  ['MachineDeployment',   'phase',                            'backCompatibility.phase',                  '–',                                        'conditions say more'],
  ['MachineDeployment',   'failureReason',                    'backCompatibility.failureReason',          '–',                                        'no failure is final'],
  ['MachineDeployment',   'failureMessage',                   'backCompatibility.failureMessage',         '–',                                        'no failure is final'],
  ['MachineDeployment',   'conditions',                       'backCompatibility.conditions',             '–',                                        'they step aside'],
  ['MachineDeployment',   'experimentalConditions',           'conditions',                               'conditions',                               'they take the place of the old ones'],
  ['Cluster',             '–',                                'initialization',                           'initialization',                           'provisioning has a group of its own'],
  ['Cluster',             'infrastructureReady',              'initialization.infrastructureProvisioned', 'initialization.infrastructureProvisioned', 'ready is no word for being provisioned'],
  ['Cluster',             'controlPlaneReady',                'initialization.controlPlaneInitialized',   'initialization.controlPlaneInitialized',   'ready is no word for being provisioned'],
  ['Cluster',             '–',                                'backCompatibility',                        '–',                                        'older clients need it only for a while'],
  ['Cluster',             'phase',                            'backCompatibility.phase',                  '–',                                        'conditions say more'],
  ['Cluster',             'failureReason',                    'backCompatibility.failureReason',          '–',                                        'no failure is final'],
  ['Cluster',             'failureMessage',                   'backCompatibility.failureMessage',         '–',                                        'no failure is final'],
  ['Cluster',             'conditions',                       'backCompatibility.conditions',             '–',                                        'they step aside'],
  ['Cluster',             'experimentalConditions',           'conditions',                               'conditions',                               'they take the place of the old ones'],
  ['Cluster',             'controlPlane',                     'controlPlane',                             'controlPlane',                             'it is new and stays'],
  ['Cluster',             'controlPlane.desiredReplicas',     'controlPlane.desiredReplicas',             'controlPlane.desiredReplicas',             'it is new and stays'],
  ['Cluster',             'controlPlane.replicas',            'controlPlane.replicas',                    'controlPlane.replicas',                    'it is new and stays'],
  ['Cluster',             'controlPlane.readyReplicas',       'controlPlane.readyReplicas',               'controlPlane.readyReplicas',               'it is new and stays'],
  ['Cluster',             'controlPlane.upToDateReplicas',    'controlPlane.upToDateReplicas',            'controlPlane.upToDateReplicas',            'it is new and stays'],
  ['Cluster',             'controlPlane.availableReplicas',   'controlPlane.availableReplicas',           'controlPlane.availableReplicas',           'it is new and stays'],
  ['Cluster',             'controlPlane.unavailableReplicas', 'controlPlane.unavailableReplicas',         'controlPlane.unavailableReplicas',         'it is new and stays'],
  ['Cluster',             'workers',                          'workers',                                  'workers',                                  'it is new and stays'],
  ['Cluster',             'workers.desiredReplicas',          'workers.desiredReplicas',                  'workers.desiredReplicas',                  'it is new and stays'],
  ['Cluster',             'workers.replicas',                 'workers.replicas',                         'workers.replicas',                         'it is new and stays'],
  ['Cluster',             'workers.readyReplicas',            'workers.readyReplicas',                    'workers.readyReplicas',                    'it is new and stays'],
  ['Cluster',             'workers.upToDateReplicas',         'workers.upToDateReplicas',                 'workers.upToDateReplicas',                 'it is new and stays'],
  ['Cluster',             'workers.availableReplicas',        'workers.availableReplicas',                'workers.availableReplicas',                'it is new and stays'],
  ['Cluster',             'workers.unavailableReplicas',      'workers.unavailableReplicas',              'workers.unavailableReplicas',              'it is new and stays'],
  ['KubeadmControlPlane', 'ready',                            'ready',                                    '–',                                        'it is deprecated where it stands'],
  ['KubeadmControlPlane', 'initialized',                      'initialization.controlPlaneInitialized',   'initialization.controlPlaneInitialized',   'its table forgets it, and the contract needs it'],
  ['KubeadmControlPlane', '–',                                'backCompatibility',                        '–',                                        'older clients need it only for a while'],
  ['KubeadmControlPlane', 'readyReplicas',                    'backCompatibility.readyReplicas',          '–',                                        'it counted Nodes'],
  ['KubeadmControlPlane', 'experimentalReadyReplicas',        'readyReplicas',                            'readyReplicas',                            'it counts Machines'],
  ['KubeadmControlPlane', 'failureReason',                    'backCompatibility.failureReason',          '–',                                        'no failure is final'],
  ['KubeadmControlPlane', 'failureMessage',                   'backCompatibility.failureMessage',         '–',                                        'no failure is final'],
  ['KubeadmControlPlane', 'conditions',                       'backCompatibility.conditions',             '–',                                        'they step aside'],
  ['KubeadmControlPlane', 'experimentalConditions',           'conditions',                               'conditions',                               'its table forgets them'],
  ['KubeadmControlPlane', 'updatedReplicas',                  'upToDateReplicas',                         'upToDateReplicas',                         'an update is not an upgrade'],
  ['KubeadmControlPlane', 'availableReplicas',                'availableReplicas',                        'availableReplicas',                        'it is new and stays'],
]

const ours = crds({ profile: 'proposal', conversion: { url: 'https://127.0.0.1/convert' } })
const inTheEnd = crds({ profile: 'proposal', settings: { stage: 'end' } })

/** What an API server is told of a field of the status. */
function schemaOf(kind: string, version: string, field: string, all = ours): OpenApi | undefined {
  const { spec } = all.find(({ spec: { names } }) => names['kind'] === kind) ?? assert.fail(kind)
  const { schema } = spec.versions.find(({ name }) => name === version) ?? assert.fail(version)
  return path(`status.${field}`).reduce<OpenApi | undefined>(
    (part, step) => part?.properties?.[step],
    schema.openAPIV3Schema,
  )
}

function objectWith(kind: string, version: string, field: string): KubeObject {
  const group = kind === 'KubeadmControlPlane' ? 'controlplane.cluster.x-k8s.io' : 'cluster.x-k8s.io'
  const object: Tree = { apiVersion: `${group}/${version}`, kind, metadata: { name: 'a' } }
  const filled = schemaOf(kind, version, field)?.type === 'object'
  put(object, path(`status.${field}`), filled ? { something: true } : true)
  return object as unknown as KubeObject
}

const has = (object: KubeObject, field: string): boolean =>
  valueAt(object as unknown as Tree, path(`status.${field}`)) !== undefined

describe('the stages of the document: v1beta1, v1beta2, and after v1beta1 is gone', () => {
  for (const [kind, first, second, end, because] of cases) {
    it(`${kind}: ${first}, ${second}, ${end}, because ${because}`, () => {
      assert.ok(schemaOf(kind, 'v1beta2', second), 'the second stage has the field')
      const newer =
        first === '–'
          ? objectWith(kind, 'v1beta2', second)
          : convert(objectWith(kind, 'v1beta1', first), { from: 'proposal-v1beta1', to: 'proposal-v1beta2' })
      const ended = convert(newer, { from: 'proposal-v1beta2', to: 'proposal-end' })
      if (first !== '–') assert.ok(schemaOf(kind, 'v1beta1', first), 'the first stage has the field')
      assert.ok(has(newer, second), 'it stands there in the second stage')
      if (first !== second && first !== '–') assert.ok(!has(newer, first), 'and no longer where it was')
      assert.equal(has(ended, second), end === second, 'and in the end it is there or gone, as it is said')
    })
    it(`${kind}: ${first}, ${second} and ${end} can be written, because ${because}`, () => {
      const { apiVersion, status = {} } = objectWith(kind, 'v1beta2', second)
      const written = (version: string, stage: ApiStage): KubeObject => {
        const like = { apiVersion: apiVersion.replace('v1beta2', version), kind, metadata: { name: 'a' } }
        return { ...like, status: layOut(status as Fields, like, { profile: 'proposal', stage }) }
      }
      if (first !== '–') assert.ok(has(written('v1beta1', 'v1beta1'), first), 'in the first stage')
      assert.ok(has(written('v1beta2', 'v1beta2'), second), 'in the second')
      assert.equal(has(written('v1beta2', 'end'), second), end === second, 'in the end, if it is there')
      assert.equal(
        schemaOf(kind, 'v1beta2', second, inTheEnd) !== undefined,
        end === second,
        'as an API server is told',
      )
    })
    const goes = end === '–' && second !== 'backCompatibility'
    it(`${kind}: ${second} ${goes ? 'is' : 'is not'} described as deprecated, because ${because}`, () => {
      const isSaid = (version: string, field: string): boolean =>
        schemaOf(kind, version, field)?.description?.startsWith('Deprecated') === true
      assert.equal(isSaid('v1beta2', second), goes)
      // The document calls the old conditions deprecated only from its second stage on.
      if (first !== '–') assert.equal(isSaid('v1beta1', first), goes && first !== 'conditions')
    })
  }

  it('no stage that stays has a field that was said to be gone', () => {
    const gone = ['phase', 'lastUpdated', 'failureReason', 'failureMessage']
    const kinds = [...new Set(cases.map(([kind]) => kind))]
    const left = kinds.flatMap((kind) =>
      gone.filter((field) => schemaOf(kind, 'v1beta2', field)).map((field) => `${kind} ${field}`),
    )
    assert.deepEqual(left, [])
  })
})

describe('what the document asks of the conditions and gates in a CRD', () => {
  for (const kind of ['Machine', 'MachineSet', 'MachineDeployment', 'Cluster', 'KubeadmControlPlane']) {
    it(`${kind}: a list by type in which every condition has a reason and none a severity`, () => {
      const conditions = schemaOf(kind, 'v1beta2', 'conditions')
      assert.deepEqual(conditions?.['x-kubernetes-list-map-keys'], ['type'])
      assert.ok(conditions?.items?.required?.includes('reason'))
      assert.equal(conditions?.items?.properties?.['reason']?.minLength, 1)
      assert.equal(conditions?.items?.properties?.['severity'], undefined)
    })
  }

  const gates: readonly (readonly [kind: string, field: string])[] = [
    ['Machine', 'readinessGates'],
    ['Cluster', 'availabilityGates'],
  ]
  for (const [kind, field] of gates) {
    it(`${kind}: spec.${field} in both versions, a list by conditionType`, () => {
      const { spec } = ours.find(({ spec: { names } }) => names['kind'] === kind) ?? assert.fail(kind)
      const keys = spec.versions.map(({ schema: { openAPIV3Schema } }) => {
        const list = openAPIV3Schema.properties?.['spec']?.properties?.[field]
        return [list?.['x-kubernetes-list-map-keys'], list?.items?.required]
      })
      assert.deepEqual(keys, [
        [['conditionType'], ['conditionType']],
        [['conditionType'], ['conditionType']],
      ])
    })
  }
})
