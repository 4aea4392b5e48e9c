import { type ConditionRules, False, keep, oneOf, otherwise, True } from '@sitrep/conditions'
import type { AllowanceFacts, Finding, TargetFacts } from './facts.ts'

function refused({ spec, total, failed }: AllowanceFacts): string {
  const counts = `total: ${total}, unhealthy: ${failed}`
  const many = 'Remediation is not allowed, the number of not started or unhealthy machines'
  return spec.unhealthyRange === undefined
    ? `${many} exceeds maxUnhealthy (${counts}, maxUnhealthy: ${spec.maxUnhealthy})`
    : `${many} does not fall within the range (${counts}, unhealthyRange: ${spec.unhealthyRange})`
}

// biome-ignore format: the table is the specification; its columns stay aligned
export const remediationAllowed: ConditionRules<AllowanceFacts> = {
  type: 'RemediationAllowed',
  rows: [
    ['the limit cannot be understood',      (f) => f.allowance.allowed === 'unclear', keep],
    ['too many Machines failed, or too few', (f) => f.allowance.allowed === false,    False('TooManyUnhealthy', refused)],
    ['otherwise',                           otherwise,                                True('RemediationAllowed')],
  ],
}

const failure = ({ finding }: TargetFacts): Extract<Finding, { health: 'failed' }> | undefined =>
  finding.health === 'failed' ? finding : undefined

const failureReasons = [
  'HasRemediateAnnotation',
  'UnhealthyMachine',
  'NodeDeleted',
  'NodeStartupTimeout',
  'UnhealthyNode',
] as const

type FailureReason = (typeof failureReasons)[number]

// biome-ignore format: the table is the specification; its columns stay aligned
export const healthCheckSucceeded: ConditionRules<TargetFacts> = {
  type: 'HealthCheckSucceeded',
  rows: [
    ['a check failed for longer than it may',      (f) => failure(f) !== undefined,           False(oneOf(failureReasons, (f: TargetFacts) => failure(f)?.reason as FailureReason), (f) => failure(f)?.message ?? '')],
    ['the Machine and its Node are well',          (f) => f.finding.health === 'good',        True('HealthCheckSucceeded')],
    ['it cannot be judged yet, or may still pass', otherwise,                                 keep],
  ],
}

// A remediation that ended well may be followed by another; one that is under way is the owner's.
const isUntold = ({ target: { ownerRemediated } }: TargetFacts): boolean =>
  ownerRemediated === undefined || ownerRemediated === 'True'

/** Whoever owns the Machine is told once; how it goes on is the owner's to say. */
// biome-ignore format: the table is the specification; its columns stay aligned
export const ownerRemediated: ConditionRules<TargetFacts> = {
  type: 'OwnerRemediated',
  rows: [
    ['it is to be replaced, and its owner has not been told', (f) => f.toBeReplaced && !f.target.seen.deleting && isUntold(f), False('WaitingForRemediation', 'Waiting for remediation')],
    ['otherwise',                                             otherwise,                                                      keep],
  ],
}

const requested = ({ target: { request } }: TargetFacts): boolean =>
  request?.read === true && request.item !== undefined

/** The same where somebody else replaces Machines, by a request made from a template. */
// biome-ignore format: the table is the specification; its columns stay aligned
export const externallyRemediated: ConditionRules<TargetFacts> = {
  type: 'ExternallyRemediated',
  rows: [
    ['it is not to be replaced',        (f) => !f.toBeReplaced,     keep],
    ['the request has been made',       requested,                  keep],
    ['there is no template for one',    (f) => f.templateMissing,   False('RemediationTemplateNotFound', (f) => `Error retrieving remediation template ${f.templateName}`)],
    ['otherwise',                       otherwise,                  False('WaitingForRemediation')],
  ],
}

/** The document's name for it, and its own meaning: the request is there. */
// biome-ignore format: the table is the specification; its columns stay aligned
export const externalRequestAvailable: ConditionRules<TargetFacts> = {
  type: 'ExternalRemediationRequestAvailable',
  rows: [
    ['it is not to be replaced',        (f) => !f.toBeReplaced,     keep],
    ['the request has been made',       requested,                  True('RequestAvailable')],
    ['there is no template for one',    (f) => f.templateMissing,   False('RemediationTemplateNotFound', (f) => `${f.templateName} does not exist`)],
    ['otherwise',                       otherwise,                  False('WaitingForRemediation', 'Waiting for the remediation request')],
  ],
}
