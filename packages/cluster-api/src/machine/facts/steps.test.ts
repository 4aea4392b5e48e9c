import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listed, missing, unreadable } from '@sitrep/status'
import {
  bootstrap,
  cluster,
  fresh,
  infrastructure,
  leaving,
  node,
  observed,
  previous,
  probe,
  seen,
  spec,
  undone,
} from '../testing.ts'
import type { MachineObserved } from '../types.ts'
import { bootstrapStep, certificatesStep } from './bootstrap.ts'
import { infrastructureStep } from './infrastructure.ts'
import { lastLook, nodeStep } from './node.ts'

type Case = readonly [name: string, given: Partial<MachineObserved>, says: string, because: string]

function each(title: string, step: (given: MachineObserved) => string, cases: readonly Case[]): void {
  describe(title, () => {
    for (const [name, given, says, because] of cases) {
      it(`${name}: ${says}, because ${because}`, () => assert.equal(step(observed(given)), says))
    }
  })
}

const failed = (step: { readonly failed: boolean }): string => (step.failed ? ', failed' : '')
const odd = { done: { v1beta1: 'malformed', v1beta2: 'malformed' } } as const
const early = {
  previous: fresh,
  machine: seen({ spec: spec({ dataSecretName: undefined, providerID: '' }) }),
}

// biome-ignore format: the table is the specification; its columns stay aligned
each('the bootstrap data of a Machine', (given) => {
  const step = bootstrapStep(given)
  return `${step.object}, ${step.dataSecretCreated ? 'created' : 'not created'}${failed(step)}`
}, [
  ['made',                    early,                                                                    'found, created',             'the provider says so and names the Secret'],
  ['not made',                { ...early, bootstrap: bootstrap(undone) },                               'found, not created',         'the provider says so'],
  ['made without a name',     { ...early, bootstrap: bootstrap({ dataSecretName: undefined }) },        'found, not created, failed', 'nobody would find it'],
  ['made with an empty name', { ...early, bootstrap: bootstrap({ dataSecretName: { text: '' } }) },     'found, not created, failed', 'nobody would find it'],
  ['taken over already',      { previous: fresh, bootstrap: bootstrap(undone) },                        'found, created',             'the Machine has the name'],
  ['never taken back',        { machine: early.machine, bootstrap: bootstrap(undone) },                 'found, created',             'it was made once'],
  ['a flag that is none',     { ...early, bootstrap: bootstrap(odd) },                                  'found, not created, failed', 'the contract asks for a boolean'],
  ['on its way out',          { ...early, bootstrap: bootstrap({ deleting: true }) },                   'found, not created',         'nothing is taken from what goes'],
  ['not there',               { ...early, bootstrap: missing },                                         'missing, not created',       'somebody has to create it'],
  ['cannot be read',          { bootstrap: unreadable('forbidden') },                                   'unreadable, created, failed', 'what was made stays made'],
  ['brought by the user',     { previous: fresh, machine: seen({ spec: spec({ configRef: undefined }) }) }, 'none, not created',       'nobody has to make it'],
])

const id = { text: 'docker:////w' }

// biome-ignore format: the table is the specification; its columns stay aligned
each('the infrastructure of a Machine', (given) => {
  const { object, provisioned, providerID, addresses, failureDomain, ...step } = infrastructureStep(given)
  return `${object}, ${provisioned ? 'provisioned' : 'not provisioned'}, ${providerID || 'no id'}, ${JSON.stringify(addresses) ?? 'nowhere'}, ${failureDomain ?? 'any'}${failed(step)}`
}, [
  ['made',                  { ...early, infrastructure: infrastructure({ addresses: [{ type: 'InternalIP', address: '10.0.0.1' }], failureDomain: { text: 'a' } }) }, 'found, provisioned, docker:////w, [{"type":"InternalIP","address":"10.0.0.1"}], a', 'all of it is taken over'],
  ['not made',              { ...early, infrastructure: infrastructure(undone) },                                'found, not provisioned, no id, nowhere, any',             'the provider says so'],
  ['made without an id',    { ...early, infrastructure: infrastructure({ providerID: undefined }) },             'found, not provisioned, no id, nowhere, any',             'nobody would find its Node'],
  ['an id that is none',    { ...early, infrastructure: infrastructure({ providerID: 'malformed' }) },           'found, not provisioned, no id, nowhere, any, failed',     'the contract asks for a text'],
  ['odd addresses',         { ...early, infrastructure: infrastructure({ addresses: [{ type: 1 }] }) },          'found, not provisioned, no id, nowhere, any, failed',     'the contract asks for texts'],
  ['odd failure domain',    { ...early, infrastructure: infrastructure({ addresses: [], failureDomain: 'malformed' }) }, 'found, not provisioned, no id, [], any, failed',  'what came before it was taken over'],
  ['never taken back',      { infrastructure: infrastructure({ ...undone, providerID: id }) },                   'found, provisioned, docker:////w, nowhere, any',          'it was made once'],
  ['a flag that is none',   { ...early, infrastructure: infrastructure(odd) },                                   'found, not provisioned, no id, nowhere, any, failed',     'the contract asks for a boolean'],
  ['on its way out',        { ...early, infrastructure: infrastructure({ deleting: true }) },                    'found, not provisioned, no id, nowhere, any',             'nothing is taken from what goes'],
  ['lost',                  { infrastructure: missing },                                                         'missing, provisioned, docker:////w, nowhere, any, failed', 'nobody deletes the Machine'],
  ['gone with the Machine', leaving({ infrastructure: missing }),                                                'missing, provisioned, docker:////w, nowhere, any',        'it is meant to go'],
  ['not there yet',         { ...early, infrastructure: missing },                                               'missing, not provisioned, no id, nowhere, any',           'somebody has to create it'],
  ['cannot be read',        { infrastructure: unreadable('forbidden') },                                         'unreadable, provisioned, docker:////w, nowhere, any, failed', 'what was made stays made'],
])

const uninitialized = cluster({ controlPlaneInitialized: undefined })
const silent = { probe: { consecutiveFailures: 0 } }

// biome-ignore format: the table is the specification; its columns stay aligned
each('the Node of a Machine', (given) => {
  const step = nodeStep(given, infrastructureStep(given).providerID)
  return `${step.node}${failed(step)}`
}, [
  ['there',                         {},                                                           'found',                  'one Node has the id'],
  ['twice',                         { nodes: listed(node(), node()) },                            'unclear, failed',        'two Nodes have the id'],
  ['beside one of another id',      { nodes: listed({ ...node(), providerID: 'docker:////v' }, node()) }, 'found',          'only one of them has the id'],
  ['gone',                          { nodes: listed() },                                          'none, failed',           'it was there, and nobody deletes the Machine'],
  ['gone with the Machine',         leaving({ nodes: listed() }),                                 'none',                   'it is meant to go'],
  ['not there yet',                 { previous: previous({ nodeName: undefined }), nodes: listed() }, 'none',               'it is still to come up'],
  ['no id yet',                     { ...early, infrastructure: infrastructure(undone) },         'none',                   'nobody knows which Node to look for'],
  ['not connected',                 { probe: probe({ consecutiveFailures: 5 }) },                 'not-connected, failed',  'nobody can look'],
  ['not connected, no id',          { ...early, ...silent, infrastructure: infrastructure(undone) }, 'not-connected, failed', 'there is a control plane that should answer'],
  ['no control plane, no id',       { ...early, ...silent, cluster: uninitialized, infrastructure: infrastructure(undone) }, 'none', 'nobody expects an answer'],
  ['unreadable',                    { nodes: unreadable('lost') },                                'not-connected, failed',  'nobody can look'],
  ['a spot machine of nonsense',    { infrastructure: infrastructure({ interruptible: 'malformed' }) }, 'found, failed',    'the contract asks for a boolean'],
])

const unclaimed = { ...early, infrastructure: infrastructure(undone) }

// biome-ignore format: the table is the specification; its columns stay aligned
each('the last look for the Node of a Machine', (given) => lastLook(given, infrastructureStep(given).providerID) ?? 'none', [
  ['never taken over',     leaving(unclaimed),                                                                        'w',    'its infrastructure knows the id'],
  ['two of them',          leaving({ ...unclaimed, nodes: listed(node(), node()) }),                                  'none', 'nobody can tell which is meant'],
  ['nobody deletes it',    unclaimed,                                                                                 'none', 'the id may still be taken over'],
  ['with its Cluster',     leaving({ ...unclaimed, cluster: cluster({ deleting: true }) }),                           'none', 'nobody drains what nobody will miss'],
  ['taken over',           leaving(),                                                                                 'none', 'it has been looked for by that id'],
])

const key = 'machine.cluster.x-k8s.io/certificates-expiry'
const controlPlane = { labels: { 'cluster.x-k8s.io/control-plane': '' } }
const before = previous({ certificatesExpiryDate: '2026-05-01T00:00:00Z' })

// biome-ignore format: the table is the specification; its columns stay aligned
each('when the certificates of a Machine expire', (given) => {
  const step = certificatesStep(given, bootstrapStep(given))
  return `${step.expiryDate ?? 'unknown'}${failed(step)}`
}, [
  ['a worker',                   { previous: before },                                                                              '2026-05-01T00:00:00Z',         'it is not asked'],
  ['on the Machine',             { machine: seen({ ...controlPlane, annotations: { [key]: '2027-01-01T00:00:00Z' } }), bootstrap: bootstrap({ certificatesExpiry: '2028-01-01T00:00:00Z' }) }, '2027-01-01T00:00:00Z', 'its own annotation comes first'],
  ['on its config',              { machine: seen(controlPlane), bootstrap: bootstrap({ certificatesExpiry: '2028-01-01T01:00:00+01:00' }) }, '2028-01-01T00:00:00Z', 'whoever made it says so'],
  ['nowhere',                    { machine: seen(controlPlane), previous: before },                                                 'unknown',                      'nobody says it any more'],
  ['nonsense',                   { machine: seen({ ...controlPlane, annotations: { [key]: 'soon' } }), previous: before },          '2026-05-01T00:00:00Z, failed', 'what was said stands'],
])
