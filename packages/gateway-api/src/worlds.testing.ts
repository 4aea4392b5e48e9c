import { createEngine, type Engine, fileChanges } from '@sitrep/engine'
import { createCatalog, type KubeObject, type Profile, type SettingValues } from '@sitrep/status'
import { readDocuments } from '../../../tools/vectors/read-documents.ts'
import { gatewayApi } from './gateway-api.ts'

/** The world of a vector; what must be said about it is held by the runner of all vectors. */
export interface RecordedWorld {
  readonly name: string
  readonly because: string
  readonly at: string
  readonly profile: Profile
  /** By family, as in every vector. */
  readonly settings?: Readonly<Record<string, SettingValues>>
  readonly objects: readonly KubeObject[]
}

/** Every world of a file. */
export const readWorlds = (file: string): readonly RecordedWorld[] =>
  readDocuments(file) as readonly RecordedWorld[]

/** The controller that answered the worlds; vectors of ours are about another one, which they name. */
const usual = { controllerNames: ['gateway.envoyproxy.io/gatewayclass-controller'] }

/** An engine that has seen a world. */
export function engineOf({ profile, settings, objects, at }: RecordedWorld): Engine {
  const catalog = createCatalog(gatewayApi({ profile, settings: settings?.['gateway-api'] ?? usual }))
  const engine = createEngine(catalog)
  const changes = engine.apply(fileChanges(objects, catalog.reach), at)
  const problems = changes.flatMap((change) => change.problems)
  if (problems.length > 0) {
    const [problem] = problems
    throw problem?.problem === 'definition-threw' ? problem.error : new Error(JSON.stringify(problem))
  }
  return engine
}
