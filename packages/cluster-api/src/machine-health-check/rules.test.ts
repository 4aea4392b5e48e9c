import { describeTable, type TableCase } from '@sitrep/conditions/testing'
import { found, missing } from '@sitrep/status'
import { type AllowanceFacts, allowanceOf, type Finding, type TargetFacts } from './facts.ts'
import {
  externallyRemediated,
  externalRequestAvailable,
  healthCheckSucceeded,
  ownerRemediated,
  remediationAllowed,
} from './rules.ts'
import { spec, target } from './testing.ts'
import type { HealthCheckSpec } from './types.ts'

interface Counted {
  readonly healthy: number
  /** Those that are not well and have not failed yet are neither. */
  readonly failed?: number
}

/** A health check of four Machines with this limit. */
function facts(limit: Partial<HealthCheckSpec>, { healthy, failed = 4 - healthy }: Counted): AllowanceFacts {
  const own = spec(limit)
  return { spec: own, total: 4, failed, allowance: allowanceOf(own, 4, healthy) }
}

const many = 'Remediation is not allowed, the number of not started or unhealthy machines'

// biome-ignore format: the table is the specification; its columns stay aligned
describeTable(
  'a health check, both languages:',
  { rules: remediationAllowed, steady: facts({}, { healthy: 4 }) },
  [
    ['steady',                     {},                                                              'True RemediationAllowed', 'nobody failed',                        ''],
    ['all failed, no limit',       facts({}, { healthy: 0 }),                                       'True RemediationAllowed', 'all of all may fail',                  ''],
    ['two of two failed',          facts({ maxUnhealthy: '2' }, { healthy: 2 }),                    'True RemediationAllowed', 'the limit itself is allowed',          ''],
    ['three of two failed',        facts({ maxUnhealthy: '2' }, { healthy: 1 }),                    'False TooManyUnhealthy',  'one more than the limit',              `${many} exceeds maxUnhealthy (total: 4, unhealthy: 3, maxUnhealthy: 2)`],
    ['one of 40% failed',          facts({ maxUnhealthy: '40%' }, { healthy: 3 }),                  'True RemediationAllowed', '40% of four are one, rounded down',    ''],
    ['two of 40% failed',          facts({ maxUnhealthy: '40%' }, { healthy: 2 }),                  'False TooManyUnhealthy',  '40% of four are one, rounded down',    `${many} exceeds maxUnhealthy (total: 4, unhealthy: 2, maxUnhealthy: 40%)`],
    ['none may fail, one did',     facts({ maxUnhealthy: '0' }, { healthy: 3 }),                    'False TooManyUnhealthy',  'zero switches it off',                 `${many} exceeds maxUnhealthy (total: 4, unhealthy: 1, maxUnhealthy: 0)`],
    ['some have not started',      facts({ maxUnhealthy: '1' }, { healthy: 2, failed: 1 }),         'False TooManyUnhealthy',  'not started counts, and is not told',  `${many} exceeds maxUnhealthy (total: 4, unhealthy: 1, maxUnhealthy: 1)`],
    ['fewer than the range',       facts({ unhealthyRange: '[2-3]' }, { healthy: 3 }),              'False TooManyUnhealthy',  'one is no reason to act',              `${many} does not fall within the range (total: 4, unhealthy: 1, unhealthyRange: [2-3])`],
    ['within the range',           facts({ unhealthyRange: '[2-3]' }, { healthy: 2 }),              'True RemediationAllowed', 'the ends belong to it',                ''],
    ['more than the range',        facts({ unhealthyRange: '[2-3]' }, { healthy: 0 }),              'False TooManyUnhealthy',  'that is no accident',                  `${many} does not fall within the range (total: 4, unhealthy: 4, unhealthyRange: [2-3])`],
    ['range and limit',            facts({ unhealthyRange: '[0-4]', maxUnhealthy: '0' }, { healthy: 2 }), 'True RemediationAllowed', 'the range comes first',          ''],
    ['limit is nonsense',          facts({ maxUnhealthy: 'some' }, { healthy: 2 }),                 'keep',                    'nobody knows what is meant'],
    ['range is backwards',         facts({ unhealthyRange: '[3-2]' }, { healthy: 2 }),              'keep',                    'nobody knows what is meant'],
    ['range is nonsense',          facts({ unhealthyRange: '2-3' }, { healthy: 2 }),                'keep',                    'nobody knows what is meant'],
  ],
)

const steady: TargetFacts = {
  target: target(),
  finding: { health: 'good' },
  toBeReplaced: false,
  templateMissing: false,
  templateName: 'DockerRemediationTemplate team-a/reboot',
}

const failing = (reason: string): { readonly finding: Finding } => ({
  finding: { health: 'failed', reason, message: 'Health check failed:\n  * why' },
})

const reasons = [
  'HasRemediateAnnotation',
  'UnhealthyMachine',
  'NodeDeleted',
  'NodeStartupTimeout',
  'UnhealthyNode',
]

// biome-ignore format: the table is the specification; its columns stay aligned
describeTable('on a Machine, both languages:', { rules: healthCheckSucceeded, steady }, [
  ...reasons.map((reason): TableCase<TargetFacts> =>
  [`failed, ${reason}`,  failing(reason),                      `False ${reason}`,           'the look says so',                    'Health check failed:\n  * why']),
  ['well',               {},                                   'True HealthCheckSucceeded', 'the look says so',                    ''],
  ['undecided',          { finding: { health: 'undecided' } }, 'keep',                      'trouble that may pass is not told'],
])

const replaced = { toBeReplaced: true }

// biome-ignore format: the table is the specification; its columns stay aligned
describeTable('on a Machine, both languages:', { rules: ownerRemediated, steady }, [
  ['well',                        {},                                                         'keep',                        'nobody is to do anything'],
  ['to be replaced',              replaced,                                                   'False WaitingForRemediation', 'its owner is told',               'Waiting for remediation'],
  ['remediated, failed again',    { ...replaced, target: target({ ownerRemediated: 'True' }) }, 'False WaitingForRemediation', 'its owner is told once more',  'Waiting for remediation'],
  ['its owner is at it',          { ...replaced, target: target({ ownerRemediated: 'False' }) }, 'keep',                     'how it goes on is for the owner to say'],
  ['its owner does not know',     { ...replaced, target: target({ ownerRemediated: 'Unknown' }) }, 'keep',                   'how it goes on is for the owner to say'],
  ['to be replaced, deleting',    { ...replaced, target: target({ seen: { deleting: true } }) }, 'keep',                     'its owner does it already'],
])

const requested = { ...replaced, target: target({ request: found(true) }) }
const asked = { ...replaced, target: target({ request: missing }) }

// biome-ignore format: the table is the specification; its columns stay aligned
describeTable('on a Machine, released:', { rules: externallyRemediated, steady }, [
  ['well',               {},                                      'keep',                              'nobody is to do anything'],
  ['requested',          requested,                               'keep',                              'how it goes on is for others to say'],
  ['template gone',      { ...asked, templateMissing: true },     'False RemediationTemplateNotFound', 'no request can be made',               'Error retrieving remediation template DockerRemediationTemplate team-a/reboot'],
  ['requested, template gone', { ...requested, templateMissing: true }, 'keep',                        'the request needs it no longer'],
  ['to be replaced',     asked,                                   'False WaitingForRemediation',       'a request is made',                    ''],
  ['the same, deleting', { ...replaced, target: target({ request: missing, seen: { deleting: true } }) }, 'False WaitingForRemediation', 'the request is made all the same', ''],
])

// biome-ignore format: the table is the specification; its columns stay aligned
describeTable('on a Machine, proposal:', { rules: externalRequestAvailable, steady }, [
  ['well',               {},                                      'keep',                              'nobody asks for a request'],
  ['requested',          requested,                               'True RequestAvailable',             'the request is there',                 ''],
  ['template gone',      { ...asked, templateMissing: true },     'False RemediationTemplateNotFound', 'no request can be made',               'DockerRemediationTemplate team-a/reboot does not exist'],
  ['to be replaced',     asked,                                   'False WaitingForRemediation',       'nobody has made a request yet',        'Waiting for the remediation request'],
])
