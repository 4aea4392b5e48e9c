import type { Conversion, ConversionOptions, Converted, KubeObject, ReviewOptions } from '@sitrep/status'
import { createConversionHandler } from './conversion-review.ts'
import { convert, hasStages } from './convert.ts'
import { ConversionError } from './errors.ts'
import { newestVersion } from './newest-version.ts'
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
