import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { found, missing, unreadable } from '@sitrep/status'
import { ago, clock, condition } from '../../machines-of/testing.ts'
import { pass, spec } from '../testing.ts'
import type { CertificateSeen, ControlPlaneObserved } from '../types.ts'
import { type CertificatesLook, type Gate, type PassInput, passFacts } from './pass.ts'

const { observed, cluster, machines, version } = pass()

/** What stands in the way ends the pass, as released has it. */
const steady: PassInput = {
  observed: { ...observed, template: found({ contract: 'v1beta2', object: true }) },
  cluster,
  machines,
  listed: true,
  version,
  clock,
  gracePeriodMs: 300_000,
  obstacles: 'end-the-pass',
  firstCertificates: 'are-made',
}

const seeing = (more: Partial<ControlPlaneObserved>): Pick<PassInput, 'observed'> => ({
  observed: { ...steady.observed, ...more },
})
const passing = { obstacles: 'are-passed' } as const
const being = (more: Partial<ControlPlaneObserved['controlPlane']>) =>
  seeing({ controlPlane: { ...observed.controlPlane, ...more } })
const deleting = being({ deleting: true })
const secret = (
  purpose: CertificateSeen['purpose'],
  state: CertificateSeen['state'],
  external = { external: false },
): CertificateSeen => ({ purpose, state, ...external })
const probe = (seconds: number, consecutiveFailures: number) =>
  seeing({ probe: { lastProbeTime: ago(5), lastProbeSuccessTime: ago(seconds), consecutiveFailures } })
const initializedFor = (seconds: number) => ({
  previous: {
    ...observed.previous,
    conditions: [condition('Initialized', 'True', { lastTransitionTime: ago(seconds) })],
  },
})
const noInfrastructure = { cluster: { ...cluster, infrastructureProvisioned: false } }
const noEndpoint = { cluster: { ...cluster, hasEndpoint: false } }
const templateGone = seeing({ template: missing })
const unclear = seeing({ certificates: [secret('ca', 'malformed')] })
const forbidden = { nodes: unreadable('nodes is forbidden') }
const noAuthority = { certificates: [secret('etcd', 'missing')] }

const looked = found({ look: 'members', members: [], hasLeader: true } as const)
const saidNoClient = {
  previous: {
    ...observed.previous,
    conditions: [
      ...observed.previous.conditions,
      condition('EtcdClusterHealthy', 'Unknown', {
        reason: 'InspectionFailed',
        message: 'Please check controller logs for errors',
      }),
    ].filter(({ type, reason }) => type !== 'EtcdClusterHealthy' || reason === 'InspectionFailed'),
  },
}

type Case = readonly [name: string, given: Partial<PassInput>, gate: Gate, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: readonly Case[] = [
  ['steady',                                  {},                                                              'open',              'everything may be looked at'],
  ['deleting, no Machines',                   { ...deleting, machines: [] },                                   'not-reached',       'there is nothing to look at'],
  ['deleting, no infrastructure',             { ...deleting, ...noInfrastructure },                            'open',              'a deletion does not wait for it'],
  ['deleting, template gone',                 { observed: { ...deleting.observed, template: missing } },       'open',              'nobody needs the template any more'],
  ['template gone',                           templateGone,                                                    'not-reached',       'the pass ends there'],
  ['template unreadable',                     seeing({ template: unreadable('forbidden') }),                   'not-reached',       'the pass ends there'],
  ['template gone, passed over',              { ...templateGone, ...passing },                                 'open',              'the document knows no such end'],
  ['template gone, no infrastructure',        { ...templateGone, ...noInfrastructure },                        'not-reached',       'the template is asked about first'],
  ['no infrastructure',                       noInfrastructure,                                                'no-infrastructure', 'there is nothing to look into'],
  ['neither infrastructure nor endpoint',     { cluster: { ...noInfrastructure.cluster, hasEndpoint: false } }, 'no-infrastructure', 'infrastructure comes first'],
  ['certificates unclear',                    unclear,                                                         'not-reached',       'the pass ends there'],
  ['certificates unclear, passed over',       { ...unclear, ...passing },                                      'open',              'the document knows no such end'],
  ['no endpoint',                             noEndpoint,                                                      'no-endpoint',       'nobody knows where to look'],
  ['not initialized by its field',            seeing({ previous: { ...observed.previous, initialized: false } }), 'uninitialized',  'both have to say so'],
  ['not initialized by its condition',        seeing({ previous: { ...observed.previous, conditions: [] } }),  'uninitialized',     'both have to say so'],
  ['not initialized and not connected',       seeing({ previous: { ...observed.previous, initialized: false }, probe: { consecutiveFailures: 9 } }), 'uninitialized', 'that comes first'],
  ['four attempts, no success',               seeing({ probe: { consecutiveFailures: 4 } }),                   'unproven',          'four are too few'],
  ['five attempts, no success',               seeing({ probe: { consecutiveFailures: 5 } }),                   'lost',              'it was initialized long ago'],
  ['five attempts, just initialized',         seeing({ ...initializedFor(300), probe: { consecutiveFailures: 5 } }), 'interrupted', 'the grace period begins with the control plane'],
  ['silent for 301 seconds',                  probe(301, 9),                                                   'lost',              'the grace period is over'],
  ['silent for 300 seconds',                  probe(300, 9),                                                   'interrupted',       'exactly five minutes are not more'],
  ['silent for 301 seconds, just initialized', seeing({ ...probe(301, 9).observed, ...initializedFor(60) }),   'interrupted',       'the grace period begins with the control plane'],
  ['Nodes cannot be listed',                  seeing(forbidden),                                               'no-nodes',          'the cluster answers, but not to this'],
  ['Nodes cannot be listed, probes fail',     { observed: { ...probe(45, 1).observed, ...forbidden } },        'interrupted',       'it is the connection, and that is given time'],
  ['Nodes cannot be listed, no authority of etcd', seeing({ ...forbidden, ...noAuthority }),                   'no-client',         'that is asked about first'],
  ['a few failures',                          probe(45, 4),                                                    'open',              'four are too few'],
  ['no authority of etcd, nobody looked',     seeing(noAuthority),                                             'no-client',         'nobody can talk to etcd'],
  ['no authority of etcd, somebody looked',   seeing({ ...noAuthority, etcd: looked }), 'open', 'a look that took place was possible'],
  ['the same, and it was said that nobody can', seeing({ ...noAuthority, etcd: looked, ...saidNoClient }),      'no-client',         'the look is older than that'],
  ['authority of etcd without certificate, deleting', { observed: { ...deleting.observed, certificates: [secret('etcd', 'malformed')] } }, 'no-client', 'nobody can talk to etcd'],
  ['authority of etcd without key',           seeing({ etcdKeyless: true, etcd: looked }),                     'no-client',         'nobody can sign a certificate that etcd would let in'],
  ['no authority of etcd, no Machines',       { ...seeing(noAuthority), machines: [] },                        'open',              'there is nobody to talk to'],
  ['no authority of an etcd elsewhere',       { observed: { ...steady.observed, ...noAuthority, controlPlane: { ...observed.controlPlane, spec: spec({ etcdManaged: false }) } } }, 'open', 'nobody here talks to it'],
]

describe('whether a pass may look into the workload cluster', () => {
  for (const [name, given, gate, because] of cases) {
    it(`${name}: ${gate}, because ${because}`, () => {
      assert.equal(passFacts({ ...steady, ...given }).gate, gate)
    })
  }
})

type Look = readonly [
  name: string,
  given: Partial<PassInput>,
  look: CertificatesLook | undefined,
  because: string,
]

const available: CertificatesLook = { certificates: 'available' }
const unreadableLook: CertificatesLook = { certificates: 'unclear' }
const two = [secret('ca', 'missing'), secret('sa', 'found'), secret('etcd', 'missing')]
const uninitialized = { previous: { ...observed.previous, conditions: [] } }

// biome-ignore format: the table is the specification; its columns stay aligned
const looks: readonly Look[] = [
  ['all found',                  seeing({ certificates: [secret('ca', 'found')] }),                           available,      'each has its Secret'],
  ['two missing',                seeing({ certificates: two }),                                               { certificates: 'missing', purposes: ['ca', 'etcd'] }, 'nobody makes them anew'],
  ['two missing, not initialized', seeing({ certificates: two, ...uninitialized }),                           available,      'until then they are made'],
  ['the same, and nobody makes them', { ...seeing({ certificates: two, ...uninitialized }), firstCertificates: 'must-exist' }, { certificates: 'missing', purposes: ['ca', 'etcd'] }, 'the document asks whether they exist'],
  ['one without a certificate',  unclear,                                                                     unreadableLook, 'nobody can make anything of it'],
  ['one unreadable',             seeing({ certificates: [secret('ca', 'unreadable')] }),                      unreadableLook, '"cannot look" is not "none"'],
  ['that of an etcd elsewhere missing', seeing({ certificates: [secret('etcd', 'missing', { external: true })], ...uninitialized }), unreadableLook, 'whoever runs it has to provide it'],
  ['no infrastructure yet',      noInfrastructure,                                                            undefined,      'nobody looks before'],
  ['template gone',              templateGone,                                                                undefined,      'the pass ended before'],
  ['deleting',                   deleting,                                                                    undefined,      'nobody will join any more'],
  ['no endpoint yet',            { ...noEndpoint, ...seeing({ certificates: [secret('ca', 'found')] }) },     available,      'they come before the endpoint'],
]

describe('what a pass finds of the certificates', () => {
  for (const [name, given, look, because] of looks) {
    it(`${name}: ${look?.certificates ?? 'not looked for'}, because ${because}`, () => {
      assert.deepEqual(passFacts({ ...steady, ...given }).certificates, look)
    })
  }
})
