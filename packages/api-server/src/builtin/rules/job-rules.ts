import { invalidValue, notSupported, required } from '../../errors/field-errors.ts'
import type { JsonObject } from '../../json/json.ts'
import { choice, mandatory, notNegative } from '../validation/field-rules.ts'
import { isSet, memberOf, objectOf, textOf } from '../validation/read.ts'
import type { StructRule, StructRules } from '../validation/struct-rules.ts'
import { cronProblem } from './cron.ts'
import { templateIsSelected, templateMounts } from './template-rules.ts'

const jobSpecRules: readonly StructRule[] = [
  notNegative(
    'parallelism',
    'completions',
    'activeDeadlineSeconds',
    'backoffLimit',
    'ttlSecondsAfterFinished',
    'backoffLimitPerIndex',
    'maxFailedIndexes',
  ),
  choice('completionMode', ['NonIndexed', 'Indexed']),
  choice('podReplacementPolicy', ['Failed', 'TerminatingOrFailed']),
  indexedNeedsCompletions,
  onlyIndexed,
  failedIndexesNeedLimit,
  templateMounts,
  endsSomeTime,
]

/** Jobs and what starts them by the clock. */
export const jobStructRules: StructRules = {
  'batch.v1.JobSpec': jobSpecRules,
  'batch.v1.Job': [jobSelector],
  'batch.v1.CronJobSpec': [
    mandatory('schedule'),
    schedule,
    notNegative('startingDeadlineSeconds', 'successfulJobsHistoryLimit', 'failedJobsHistoryLimit'),
    timeZone,
    choice('concurrencyPolicy', ['Allow', 'Forbid', 'Replace']),
    generatedSelector,
  ],
}

function indexedNeedsCompletions(spec: JsonObject, path: string): ReturnType<StructRule> {
  const indexed = textOf(spec, 'completionMode') === 'Indexed'
  if (!indexed || isSet(spec, 'completions')) return []
  return [required(`${path}completions`, 'when completion mode is Indexed')]
}

function onlyIndexed(spec: JsonObject, path: string): ReturnType<StructRule> {
  if (!['', 'NonIndexed'].includes(textOf(spec, 'completionMode'))) return []
  return ['backoffLimitPerIndex', 'maxFailedIndexes', 'successPolicy'].flatMap((field) => {
    const value = memberOf(spec, field)
    return value === undefined
      ? []
      : [invalidValue(`${path}${field}`, value, 'requires indexed completion mode')]
  })
}

function failedIndexesNeedLimit(spec: JsonObject, path: string): ReturnType<StructRule> {
  const alone = isSet(spec, 'maxFailedIndexes') && !isSet(spec, 'backoffLimitPerIndex')
  return alone ? [required(`${path}backoffLimitPerIndex`, 'when maxFailedIndexes is specified')] : []
}

function endsSomeTime(spec: JsonObject, path: string): ReturnType<StructRule> {
  const policy = textOf(objectOf(objectOf(spec, 'template'), 'spec'), 'restartPolicy')
  const field = `${path}template.spec.restartPolicy`
  if (policy === '' || policy === 'Always') return [required(field, 'valid values: "OnFailure", "Never"')]
  if (policy !== 'OnFailure' && policy !== 'Never')
    return [notSupported(field, policy, ['OnFailure', 'Never'])]
  if (policy === 'Never' || !isSet(spec, 'podFailurePolicy')) return []
  return [invalidValue(field, policy, 'only "Never" is supported when podFailurePolicy is specified')]
}

function jobSelector(job: JsonObject, path: string): ReturnType<StructRule> {
  const spec = objectOf(job, 'spec') ?? {}
  const here = `${path}spec.`
  return [
    ...(isSet(spec, 'selector') ? [] : [required(`${here}selector`)]),
    ...templateIsSelected(spec, here),
  ]
}

function schedule(spec: JsonObject, path: string): ReturnType<StructRule> {
  const text = textOf(spec, 'schedule')
  if (text === '') return []
  const problem = cronProblem(text)
  return [
    ...(problem === undefined ? [] : [invalidValue(`${path}schedule`, text, problem)]),
    ...(text.includes('TZ')
      ? [
          invalidValue(
            `${path}schedule`,
            text,
            'cannot use TZ or CRON_TZ in schedule, use timeZone field instead',
          ),
        ]
      : []),
  ]
}

function timeZone(spec: JsonObject, path: string): ReturnType<StructRule> {
  const zone = memberOf(spec, 'timeZone')
  if (zone === undefined || typeof zone !== 'string') return []
  const field = `${path}timeZone`
  if (zone === '') return [invalidValue(field, zone, 'timeZone must be nil or non-empty string')]
  if (zone.toLowerCase() === 'local') {
    const words = 'timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones'
    return [invalidValue(field, zone, words)]
  }
  return isTimeZone(zone) ? [] : [invalidValue(field, zone, `unknown time zone ${zone}`)]
}

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).format(0) !== ''
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

function generatedSelector(spec: JsonObject, path: string): ReturnType<StructRule> {
  const job = objectOf(objectOf(spec, 'jobTemplate'), 'spec')
  const selector = memberOf(job, 'selector')
  const here = `${path}jobTemplate.spec.`
  return [
    ...(selector === undefined
      ? []
      : [invalidValue(`${here}selector`, selector, '`selector` will be auto-generated')]),
    ...(memberOf(job, 'manualSelector') === true
      ? [notSupported(`${here}manualSelector`, true, ['nil', 'false'])]
      : []),
  ]
}
