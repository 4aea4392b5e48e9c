import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { KubeObject } from '@sitrep/status'
import { referenceVersionIn } from './reference-version.ts'

const definition = (labels: Record<string, string>): KubeObject => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'dockermachines.infrastructure.cluster.x-k8s.io', labels },
  spec: { group: 'infrastructure.cluster.x-k8s.io', names: { kind: 'DockerMachine' } },
})

function versionFor(labels: Record<string, string>, kind: string): string | undefined {
  const object = definition(labels)
  const ref = { group: 'apiextensions.k8s.io', kind: object.kind, name: object.metadata.name }
  const engine = { objects: () => [{ ref, object, reported: object }] }
  return referenceVersionIn(engine)('infrastructure.cluster.x-k8s.io', kind)
}

type Case = [
  name: string,
  labels: Record<string, string>,
  kind: string,
  says: string | undefined,
  because: string,
]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['one version',            { 'cluster.x-k8s.io/v1beta1': 'v1alpha4' },                                          'DockerMachine', 'v1alpha4', 'the provider speaks only this one'],
  ['both contracts',         { 'cluster.x-k8s.io/v1beta1': 'v1beta1', 'cluster.x-k8s.io/v1beta2': 'v1beta2' },    'DockerMachine', 'v1beta2',  'the newest contract comes first'],
  ['several versions',       { 'cluster.x-k8s.io/v1beta1': 'v1beta1_v1beta10_v1alpha9_v1beta2' },                 'DockerMachine', 'v1beta10', 'numbers are numbers, not letters'],
  ['a released one',         { 'cluster.x-k8s.io/v1beta1': 'v2beta1_v1' },                                        'DockerMachine', 'v1',       'a released version is above every beta'],
  ['a word among them',      { 'cluster.x-k8s.io/v1beta1': 'draft_v1alpha1' },                                    'DockerMachine', 'v1alpha1', 'what is no version is below all that are'],
  ['no contract',            {},                                                                                  'DockerMachine', undefined,  'a guess could be wrong'],
  ['an empty label',         { 'cluster.x-k8s.io/v1beta2': '' },                                                  'DockerMachine', undefined,  'it names nothing'],
  ['another kind',           { 'cluster.x-k8s.io/v1beta1': 'v1beta1' },                                           'AWSMachine',    undefined,  'nobody defines it'],
]

describe('the version in which a provider’s kind is referred to', () => {
  for (const [name, labels, kind, says, because] of cases) {
    it(`${name}: ${says}, because ${because}`, () => assert.equal(versionFor(labels, kind), says))
  }
})
