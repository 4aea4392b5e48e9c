import { describeTable, type TableCase } from '@sitrep/conditions/testing'
import type { PolicyFacts, PolicyFault } from './facts.ts'
import { policyAccepted, policyResolvedRefs } from './rules.ts'

const configMap = { group: '', kind: 'ConfigMap', namespace: 'shop', name: 'ca' }
const none = { sound: [], faults: [], unreadable: [], expired: [] }
const broken = (reason: PolicyFault['reason']) => ({
  authorities: { ...none, faults: [{ reason, message: 'ConfigMap shop/ca does not exist', ref: configMap }] },
})
const steady: PolicyFacts = {
  at: 'ancestors[x]',
  missingTargets: [],
  targets: 1,
  lostTo: [],
  wellKnownAuthorities: undefined,
  authorities: { ...none, sound: [configMap] },
  unreadable: [],
}
const unread = { authorities: { ...none, unreadable: ['ConfigMap shop/ca: forbidden'] } }
const test = (rules: typeof policyAccepted, cases: readonly TableCase<PolicyFacts>[]): void =>
  describeTable('a BackendTLSPolicy:', { rules, steady }, cases)

// biome-ignore format: the table is the specification; its columns stay aligned
test(policyAccepted, [
  ['sound',        {},                                                       'True Accepted',              'backends can be verified'],
  ['no target',    { missingTargets: ['Service shop/cart'] },                'False TargetNotFound',       'there is nothing to be about'],
  ['younger',      { lostTo: ['shop/older'] },                               'False Conflicted',           'the older one wins', 'Older policies are about the same: shop/older'],
  ['well known',   { authorities: none, wellKnownAuthorities: 'System' },    'True Accepted',              'those of the system will do'],
  ['other sort',   { authorities: none, wellKnownAuthorities: 'example.com/own' }, 'False Invalid',        'nobody knows them'],
  ['no authority', broken('InvalidCACertificateRef'),                        'False NoValidCACertificate', 'nothing could be verified', 'ConfigMap shop/ca does not exist'],
  ['names none',   { authorities: none },                                    'False NoValidCACertificate', 'nothing could be verified', 'The policy names no authority'],
  ['one of two',   { authorities: { ...broken('InvalidKind').authorities, sound: [configMap] } }, 'True Accepted', 'the other will do'],
  ['not looked',   unread,                                                   'Unknown Pending',            'not looked is not missing'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test(policyResolvedRefs, [
  ['sound',      {},                                 'True ResolvedRefs',             'its authority is there'],
  ['kind',       broken('InvalidKind'),              'False InvalidKind',             'only ConfigMaps are understood'],
  ['missing',    broken('InvalidCACertificateRef'),  'False InvalidCACertificateRef', 'there is none'],
  ['not looked', unread,                             'Unknown Pending',               'not looked is not missing'],
])
