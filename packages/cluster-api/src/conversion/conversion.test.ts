import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ConversionOptions, KubeObject } from '@sitrep/status'
import { conversion } from './conversion.ts'

const set = (apiVersion: string, kind = 'MachineSet'): KubeObject => ({
  apiVersion,
  kind,
  metadata: { name: 'a', namespace: 'n' },
  spec: { clusterName: 'c' },
})
const older = set('cluster.x-k8s.io/v1beta1')

describe('The stages of Cluster API, as a family offers them', () => {
  type Case = [name: string, options: ConversionOptions, says: string | RegExp, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['without a stage to come from',  { to: 'released-v1beta2' },                            'cluster.x-k8s.io/v1beta2', 'the version tells it, in the language of the goal'],
    ['with one',                      { from: 'released-v1beta1', to: 'released-v1beta2' },  'cluster.x-k8s.io/v1beta2', 'that is what was said'],
    ['to a stage that is none',       { to: 'v9' },                                          /there is no stage v9/,     'it says so'],
    ['from a stage that is none',     { from: 'v9', to: 'released-v1beta2' },                /there is no stage v9/,     'it says so'],
    ['between the languages',         { from: 'released-v1beta1', to: 'proposal-end' },      /there is no way/,          'no table leads there'],
  ]
  for (const [name, options, says, because] of cases)
    it(`${name}: ${says}, because ${because}`, () => {
      const converted = conversion.convert(older, options)
      const told = 'object' in converted ? converted.object.apiVersion : converted.refused
      if (typeof says === 'string') assert.equal(told, says)
      else assert.match(told, says)
    })

  it('are those of its own kinds', () => {
    assert.ok(conversion.hasStages(older))
    assert.ok(!conversion.hasStages(set('anywhere.eks.amazonaws.com/v1alpha1', 'Cluster')))
    assert.ok(!conversion.hasStages(set('infrastructure.cluster.x-k8s.io/v1beta1', 'DockerMachine')))
  })

  it('ask for versions by kind, in a review too', () => {
    const asked: string[] = []
    const review = conversion.reviewer({
      profile: 'released',
      referenceVersion: ({ group, kind }) => {
        asked.push(`${kind}.${group}`)
        return 'v1beta1'
      },
    })
    const infrastructureRef = {
      apiGroup: 'infrastructure.cluster.x-k8s.io',
      kind: 'DockerCluster',
      name: 'c',
    }
    const cluster = { ...set('cluster.x-k8s.io/v1beta2', 'Cluster'), spec: { infrastructureRef } }
    review({ request: { uid: '1', desiredAPIVersion: 'cluster.x-k8s.io/v1beta1', objects: [cluster] } })
    assert.deepEqual([...new Set(asked)], ['DockerCluster.infrastructure.cluster.x-k8s.io'])
  })
})

describe('the version in which a provider’s kind is referred to', () => {
  type Case = readonly [
    name: string,
    labels: Record<string, string>,
    says: string | undefined,
    because: string,
  ]

  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['one version',            { 'cluster.x-k8s.io/v1beta1': 'v1alpha4' },                                          'v1alpha4', 'the provider speaks only this one'],
    ['both contracts',         { 'cluster.x-k8s.io/v1beta1': 'v1beta1', 'cluster.x-k8s.io/v1beta2': 'v1beta2' },    'v1beta2',  'the newest contract comes first'],
    ['several versions',       { 'cluster.x-k8s.io/v1beta1': 'v1beta1_v1beta10_v1alpha9_v1beta2' },                 'v1beta10', 'numbers are numbers, not letters'],
    ['a released one',         { 'cluster.x-k8s.io/v1beta1': 'v2beta1_v1' },                                        'v1',       'a released version is above every beta'],
    ['a word among them',      { 'cluster.x-k8s.io/v1beta1': 'draft_v1alpha1' },                                    'v1alpha1', 'what is no version is below all that are'],
    ['no contract',            {},                                                                                  undefined,  'a guess could be wrong'],
    ['an empty label',         { 'cluster.x-k8s.io/v1beta2': '' },                                                  undefined,  'it names nothing'],
  ]
  for (const [name, labels, says, because] of cases) {
    it(`${name}: ${says}, because ${because}`, () =>
      assert.equal(conversion.referenceVersion?.({ ...older, metadata: { name: 'd', labels } }), says))
  }
})
