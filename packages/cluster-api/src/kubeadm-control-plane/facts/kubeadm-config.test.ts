import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Fields, parseVersion } from '@sitrep/status'
import { isConfigUpToDate, isForJoin } from './kubeadm-config.ts'

const gate = { featureGates: { ControlPlaneKubeletLocalMode: true } }
const joined = (more: Fields = {}, join: Fields = {}): Fields => ({
  clusterConfiguration: gate,
  joinConfiguration: { controlPlane: {}, ...join },
  ...more,
})
const begun = (init: Fields = {}, more: Fields = {}): Fields => ({
  clusterConfiguration: gate,
  initConfiguration: init,
  ...more,
})
const registered = (more: Fields): Fields => ({ nodeRegistration: more })
const args = { kubeletExtraArgs: [{ name: 'v', value: '2' }] }

describe('a KubeadmConfig and what its control plane would make', () => {
  type Case = readonly [
    name: string,
    current: Fields,
    wanted: Fields,
    same: boolean,
    because: string,
    version?: string,
  ]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: readonly Case[] = [
    ['joined, nothing asked',          joined(),                                           {},                                                                   true,  'what is empty is the same as nothing'],
    ['begun, nothing asked',           begun(),                                            {},                                                                   true,  'it is read as if it had joined'],
    ['other files',                    joined({ files: [{ path: '/a' }] }),                { files: [{ path: '/b' }] },                                          false, 'a Machine keeps its files'],
    ['an empty list',                  joined({ files: [] }),                              {},                                                                   true,  'a cluster built from it would be the same'],
    ['other arguments on joining',     joined({}, registered(args)),                       { joinConfiguration: registered({}) },                                false, 'the kubelet runs with them'],
    ['other arguments on beginning',   joined({}, registered(args)),                       { joinConfiguration: registered(args), initConfiguration: {} },       true,  'who joined is not measured by the beginning'],
    ['begun as wanted',                begun(registered(args)),                            { initConfiguration: registered(args) },                              true,  'who began is measured by the beginning too'],
    ['begun as joining is wanted',     begun(registered(args)),                            { joinConfiguration: registered(args) },                              true,  'either will do'],
    ['begun otherwise',                begun(registered(args)),                            {},                                                                   false, 'neither fits'],
    ['no taints wanted',               joined(),                                           { joinConfiguration: registered({ taints: [] }) },                    false, 'no taints at all are a wish of their own'],
    ['no taints, wanted so',           joined({}, registered({ taints: [] })),             { joinConfiguration: registered({ taints: [] }) },                    true,  'no taints at all are a wish of their own'],
    ['the usual pull policy',          joined({}, registered({ imagePullPolicy: 'IfNotPresent' })), {},                                                          true,  'that is what is done anyway'],
    ['another pull policy',            joined({}, registered({ imagePullPolicy: 'Always' })), {},                                                                false, 'that is another wish'],
    ['the usual format',               joined({ format: 'cloud-config' }),                 {},                                                                   true,  'that is what is done anyway'],
    ['another format',                 joined({ format: 'ignition' }),                     {},                                                                   false, 'that is another wish'],
    ['discovery filled in',            joined({}, { discovery: { bootstrapToken: { token: 'x' } } }), {},                                                        true,  'every Machine has its own'],
    ['endpoint filled in',             joined({ clusterConfiguration: { ...gate, controlPlaneEndpoint: 'a:6443' } }), {},                                        true,  'every cluster has its own'],
    ['dns changed',                    joined({ clusterConfiguration: { ...gate, dns: { imageTag: '1' } } }), { clusterConfiguration: { dns: { imageTag: '2' } } }, true, 'it is changed in place'],
    ['etcd changed',                   joined({ clusterConfiguration: { ...gate, etcd: { local: { imageTag: '1' } } } }), { clusterConfiguration: { etcd: { local: { imageTag: '2' } } } }, false, 'it runs on the Machine'],
    ['timeouts changed',               joined({}, { timeouts: { controlPlaneComponentHealthCheckSeconds: 9 } }), {},                                          true,  'only a start is about it'],
    ['gate of 1.31 to 1.35',           joined({ clusterConfiguration: {} }),               {},                                                                   false, 'newer Machines get the gate'],
    ['before the gate',                joined({ clusterConfiguration: {} }),               {},                                                                   true,  'nobody knew it then', 'v1.30.9'],
    ['after the gate',                 joined({ clusterConfiguration: {} }),               {},                                                                   true,  'it is always so by then', 'v1.36.0'],
    ['gate switched off',              joined({ clusterConfiguration: { featureGates: { ControlPlaneKubeletLocalMode: false } } }), { clusterConfiguration: { featureGates: { ControlPlaneKubeletLocalMode: false } } }, true, 'the wish comes first'],
  ]
  for (const [name, current, wanted, same, because, version = 'v1.34.1'] of cases) {
    it(`${name}: ${same ? 'the same' : 'another'}, because ${because}`, () => {
      const parsed = parseVersion(version)
      assert.ok(parsed.valid)
      assert.equal(isConfigUpToDate(current, wanted, parsed.version), same)
    })
  }
})

describe('whether a Machine joined a cluster', () => {
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases = [
    ['a control plane to join', { joinConfiguration: { controlPlane: {} } },                                   true,  'only who joins has one'],
    ['arguments as a list',     { joinConfiguration: registered(args) },                                       true,  'they are for joining'],
    ['arguments as a map',      { joinConfiguration: registered({ kubeletExtraArgs: { v: '2' } }) },           true,  'the older API has a map'],
    ['nothing of it',           { joinConfiguration: {}, initConfiguration: {} },                              false, 'it began the cluster'],
  ] as const
  for (const [name, config, joins, because] of cases) {
    it(`${name}: ${joins}, because ${because}`, () => assert.equal(isForJoin(config), joins))
  }
})
