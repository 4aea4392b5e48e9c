import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { templateFields } from '../observe/template-fields.ts'
import { templateDifferences } from './up-to-date.ts'

const ref = (kind: string, name = 'a') => ({ apiGroup: 'x.cluster.x-k8s.io', kind, name })
const base = {
  version: 'v1.34.1',
  bootstrap: { configRef: ref('KubeadmConfigTemplate') },
  infrastructureRef: ref('DockerMachineTemplate'),
}
const differ = (current: object, wanted: object): readonly string[] =>
  templateDifferences(
    templateFields({ spec: { ...base, ...current } }),
    templateFields({ spec: { ...base, ...wanted } }),
  )
const secret = (name?: string) => ({ bootstrap: name === undefined ? {} : { dataSecretName: name } })

describe('why a rollout would replace Machines', () => {
  type Case = readonly [
    name: string,
    current: object,
    wanted: object,
    says: readonly string[],
    because: string,
  ]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: readonly Case[] = [
    ['the same',                 {},                                    {},                                                      [],                                           'nothing differs'],
    ['changed in place',         { minReadySeconds: 1, readinessGates: [] }, { minReadySeconds: 60 },                            [],                                           'no Machine is replaced for it'],
    ['another version',          {},                                    { version: 'v1.35.0' },                                  ['Version v1.34.1, v1.35.0 required'],        'a Machine keeps its version'],
    ['no version wanted',        {},                                    { version: undefined },                                  ['Version v1.34.1,  required'],               'upstream says it so'],
    ['another bootstrap',        {},                                    { bootstrap: { configRef: ref('KubeadmConfigTemplate', 'b') } }, ['KubeadmConfig is not up-to-date'],  'the kind of what the template makes is told'],
    ['another kind of it',       {},                                    { bootstrap: { configRef: ref('OtherConfigTemplate') } }, ['KubeadmConfig is not up-to-date'],          'what is there is told'],
    ['another version of it',    { bootstrap: { configRef: { apiVersion: 'x.cluster.x-k8s.io/v1beta1', kind: 'KubeadmConfigTemplate', name: 'a' } } }, {}, [],                       'versions of an API are the same object'],
    ['another infrastructure',   {},                                    { infrastructureRef: ref('DockerMachineTemplate', 'b') }, ['DockerMachine is not up-to-date'],         'the kind of what the template makes is told'],
    ['another secret',           secret('a'),                           secret('b'),                                             ['spec.bootstrap.dataSecretName a, b required'], 'there is no config to name'],
    ['a secret instead of none', secret(),                              secret('b'),                                             ['spec.bootstrap.dataSecretName nil, b required'], 'there is no config to name'],
    ['another failure domain',   { failureDomain: 'a' },                { failureDomain: 'b' },                                  ['Failure domain a, b required'],             'a Machine cannot move'],
    ['all of it',                { failureDomain: 'a' },                { version: 'v1.35.0', failureDomain: 'b', infrastructureRef: ref('X') }, ['Version v1.34.1, v1.35.0 required', 'DockerMachine is not up-to-date', 'Failure domain a, b required'], 'always in the same order'],
  ]
  for (const [name, current, wanted, says, because] of cases) {
    it(`${name}: ${says.length}, because ${because}`, () => assert.deepEqual(differ(current, wanted), says))
  }
})
