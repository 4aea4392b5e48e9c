import type { JsonObject, KubeObject } from '../../json/json.ts'
import { formatTime } from '../../resources/metadata.ts'
import {
  conditionIsTrue,
  type DefinitionCondition,
  type DefinitionNames,
  objectAt,
  objectsAt,
  readNames,
  specOf,
  statusOf,
  withCondition,
  writeNames,
} from './definition.ts'

/** The names that other definitions of the group have been granted. */
export interface TakenNames {
  readonly resources: ReadonlySet<string>
  readonly kinds: ReadonlySet<string>
}

export function takenNames(others: readonly KubeObject[]): TakenNames {
  const accepted = others.map((other) => readNames(objectAt(statusOf(other), 'acceptedNames')))
  return {
    resources: new Set(
      accepted.flatMap(({ plural, singular, shortNames }) => [plural, singular, ...shortNames]),
    ),
    kinds: new Set(accepted.flatMap(({ kind, listKind }) => [kind, listKind])),
  }
}

/** The status of a definition once its names have been looked at: granted where nobody else has them. */
export function acceptNames(definition: KubeObject, taken: TakenNames, now: number): JsonObject {
  const status = statusOf(definition)
  const { names, condition } = decideNames(definition, taken)
  const time = formatTime(now)
  const accepted = withCondition(objectsAt(status, 'conditions'), condition, time) as readonly JsonObject[]
  const established = establishedCondition(definition, condition)
  const conditions = established === undefined ? accepted : withCondition(accepted, established, time)
  return { ...status, conditions, acceptedNames: writeNames(names) }
}

function decideNames(
  definition: KubeObject,
  { resources, kinds }: TakenNames,
): { readonly names: DefinitionNames; readonly condition: DefinitionCondition } {
  const wanted = readNames(objectAt(specOf(definition), 'names'))
  const held = readNames(objectAt(statusOf(definition), 'acceptedNames'))
  const conflicts: [reason: string, message: string][] = []
  const grant = (
    reason: string,
    name: 'plural' | 'singular' | 'kind' | 'listKind',
    used: ReadonlySet<string>,
  ): string => {
    if (wanted[name] === held[name] || !used.has(wanted[name])) return wanted[name]
    conflicts.push([reason, inUse(wanted[name])])
    return held[name]
  }
  const plural = grant('PluralConflict', 'plural', resources)
  const singular = grant('SingularConflict', 'singular', resources)
  const heldShort = new Set(held.shortNames)
  const used = wanted.shortNames.filter((name) => resources.has(name) && !heldShort.has(name))
  if (used.length > 0) {
    const texts = used.map(inUse)
    conflicts.push(['ShortNamesConflict', texts.length === 1 ? `${texts[0]}` : `[${texts.join(', ')}]`])
  }
  const shortNames = used.length > 0 ? held.shortNames : wanted.shortNames
  const kind = grant('KindConflict', 'kind', kinds)
  const listKind = grant('ListKindConflict', 'listKind', kinds)
  const [reason, message] = conflicts.at(-1) ?? ['NoConflicts', 'no conflicts found']
  return {
    names: { plural, singular, shortNames, kind, listKind, categories: wanted.categories },
    condition: { type: 'NamesAccepted', status: conflicts.length === 0 ? 'True' : 'False', reason, message },
  }
}

function inUse(name: string): string {
  return `${JSON.stringify(name)} is already in use`
}

/** Once served, a definition stays so: its old names remain good. */
function establishedCondition(
  definition: KubeObject,
  names: DefinitionCondition,
): DefinitionCondition | undefined {
  if (conditionIsTrue(definition, 'Established')) return undefined
  if (names.status === 'True') {
    const message = 'the initial names have been accepted'
    return { type: 'Established', status: 'True', reason: 'InitialNamesAccepted', message }
  }
  return {
    type: 'Established',
    status: 'False',
    reason: 'NotAccepted',
    message: 'not all names are accepted',
  }
}
