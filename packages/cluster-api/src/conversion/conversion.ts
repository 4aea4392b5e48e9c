import type { Conversion, ConversionOptions, Converted, KubeObject, ReviewOptions } from '@sitrep/status'
import { coreGroup } from '../kinds.ts'
import { contracts } from '../provider-object/contract.ts'
import { createConversionHandler } from './conversion-review.ts'
import { convert, hasStages } from './convert.ts'
import { ConversionError } from './errors.ts'
import { isStage, type Stage, stages } from './stage.ts'

/** The stages of Cluster API, as a family offers them. */
export const conversion: Conversion = {
  stages,
  hasStages,
  convert: converted,
  reviewer: ({ profile, ...rest }) => createConversionHandler({ profile, ...byGroupAndKind(rest) }),
  referenceVersion: ({ metadata }) => newestVersion(metadata.labels ?? {}),
}

function converted(object: KubeObject, { to, from, ...rest }: ConversionOptions): Converted {
  if (!isStage(to)) return { refused: `there is no stage ${to}` }
  const given = from ?? presentStage(object, to)
  if (!isStage(given)) return { refused: `there is no stage ${given}` }
  try {
    return { object: convert(object, { from: given, to, ...byGroupAndKind(rest) }) }
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error
    return { refused: error.message }
  }
}

// The version says which stage of a language an object is in; which language it is, the goal says.
function presentStage({ apiVersion }: KubeObject, to: Stage): Stage {
  const [language = 'released'] = to.split('-')
  const stage = `${language}-${apiVersion.split('/').at(-1)}`
  return isStage(stage) ? stage : to
}

const byGroupAndKind = ({ referenceVersion }: Pick<ReviewOptions, 'referenceVersion'>) =>
  referenceVersion === undefined
    ? {}
    : { referenceVersion: (group: string, kind: string) => referenceVersion({ group, kind }) }

/** The newest of the versions that the labels of a definition name for the newest contract. Nothing where they name no contract. */
function newestVersion(labels: Readonly<Record<string, string>>): string | undefined {
  const listed = contracts.map((contract) => labels[`${coreGroup}/${contract}`]).find(Boolean)
  return listed?.split('_').sort(byAge).at(-1)
}

// As Kubernetes orders versions: released ones above betas above alphas, then by number; what is no version comes first.
function byAge(a: string, b: string): number {
  const [left, right] = [rankOf(a), rankOf(b)]
  for (const at of [0, 1, 2]) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0)
    if (difference !== 0) return difference
  }
  return a < b ? 1 : -1
}

function rankOf(version: string): readonly number[] {
  const [, major, stage, minor] = /^v([1-9]\d*)(?:(alpha|beta)([1-9]\d*))?$/.exec(version) ?? []
  if (major === undefined) return [0, 0, 0]
  const level = stage === undefined ? 3 : stage === 'beta' ? 2 : 1
  return [level, Number(major), Number(minor ?? 0)]
}
