import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newestVersion } from './newest-version.ts'

type Case = [name: string, labels: Record<string, string>, says: string | undefined, because: string]

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

describe('the version in which a provider’s kind is referred to', () => {
  for (const [name, labels, says, because] of cases) {
    it(`${name}: ${says}, because ${because}`, () => assert.equal(newestVersion(labels), says))
  }
})
