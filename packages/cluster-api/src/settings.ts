import type { FamilyOptions, Profile, Setting, SettingValue, SettingValues } from '@sitrep/status'
import { type ApiStage, apiStages, type ClusterApiOptions } from './options.ts'

const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }
const duration = /^(?:\d+(?:\.\d+)?(?:h|ms|m|s))+$/

/** A length of time such as `40s` or `1m30s`, in milliseconds; nothing where it is none. */
function millisecondsIn(value: SettingValue | undefined): number | undefined {
  if (typeof value !== 'string' || !duration.test(value)) return undefined
  const parts = [...value.matchAll(/(\d+(?:\.\d+)?)(h|ms|m|s)/g)]
  return parts.reduce((sum, [, amount, unit = '']) => sum + Number(amount) * (units[unit] ?? 0), 0)
}

const period = (name: string, flag: string, help: string): Setting => ({
  name,
  flag,
  type: 'text',
  value: 'TIME',
  help,
  refuses: (value) =>
    millisecondsIn(value) === undefined
      ? `${JSON.stringify(value)} is no length of time such as 40s, 5m or 1m30s`
      : undefined,
})

/** What may be set from outside. The names of the flags are those of the document. */
export const clusterApiSettings: readonly Setting[] = [
  period(
    'clusterProbeGracePeriod',
    'cluster-probe-grace-period',
    'How long a workload cluster may not answer before its Cluster says so (default 40s; released: 50s)',
  ),
  period(
    'remoteConditionsGracePeriod',
    'remote-conditions-grace-period',
    'How long what was read from a workload cluster stands without a successful probe (default 5m)',
  ),
  {
    name: 'stage',
    flag: 'stage',
    type: 'text',
    value: 'STAGE',
    help: 'How far its API has come: v1beta1 (new fields beside the old), v1beta2 (default; old fields set aside) or end (no old fields)',
    refuses: refusedStage,
    shapesCrds: true,
  },
]

function refusedStage(value: SettingValue, profile: Profile): string | undefined {
  if (stageIn(value) === undefined)
    return `there is no stage ${String(value)}; there is ${apiStages.join(', ')}`
  if (value !== 'end' || profile === 'proposal') return undefined
  return 'what was released has not come to its end; --profile proposal has'
}

/** The stage that a setting names; nothing where it names none. */
export const stageIn = (value: SettingValues[string]): ApiStage | undefined =>
  apiStages.find((stage) => stage === value)

/** The options that these settings stand for. */
export function optionsIn({ profile, settings = {} }: FamilyOptions): ClusterApiOptions {
  const stage = stageIn(settings['stage'])
  return {
    profile,
    ...(stage !== undefined && { stage }),
    ...given('remoteConnectionGracePeriodMs', settings['clusterProbeGracePeriod']),
    ...given('remoteConditionsGracePeriodMs', settings['remoteConditionsGracePeriod']),
  }
}

function given<Name extends `${string}Ms` & keyof ClusterApiOptions>(
  name: Name,
  value: SettingValues[string],
): { readonly [N in Name]?: number } {
  const milliseconds = millisecondsIn(value)
  return milliseconds === undefined ? {} : ({ [name]: milliseconds } as { readonly [N in Name]: number })
}
