import { type KubeObject, kindKey, type ObjectRef } from '@sitrep/status'
import { CommandError } from '../command.ts'
import { suggestion } from '../suggestion.ts'
import { isObjectNamed, type NamingFamilies } from './kind-names.ts'

/** The kind and name that `KIND/NAME` or `KIND NAME` mean. */
export function parseName(words: readonly string[]): { readonly kind: string; readonly name: string } {
  const [word = '', second = ''] = words
  const [kind = '', name = '', ...more] = word.includes('/') ? word.split('/') : [word, second]
  if (kind === '' || name === '' || more.length > 0 || words.length > (word.includes('/') ? 1 : 2))
    throw new CommandError(2, 'Name one object as KIND/NAME, for example cluster/prod')
  return { kind, name }
}

interface Searchable {
  readonly ref: ObjectRef
  readonly reported: KubeObject
}

interface Searched<Found extends Searchable> {
  readonly objects: readonly Found[]
  /** Absent: any. */
  readonly namespace: string | undefined
  /** Who knows what people call the kinds. */
  readonly families: NamingFamilies
}

/** The one object that was named, of those at hand. What is not there or not one is answered with what is. */
export function findObject<Found extends Searchable>(
  { objects, namespace, families }: Searched<Found>,
  words: readonly string[],
): Found {
  const { kind, name } = parseName(words)
  const ofKind = objects.filter((each) => isObjectNamed(kind, each, families))
  const named = ofKind.filter(({ ref }) => ref.name === name)
  const here = named.filter(
    ({ ref }) => namespace === undefined || ref.namespace === undefined || ref.namespace === namespace,
  )
  const [only, other] = here
  if (only === undefined) throw notThere({ kind, name, namespace, named, ofKind })
  if (other === undefined) return only
  const kinds = new Set(here.map(({ ref }) => kindKey(ref)))
  throw new CommandError(
    2,
    kinds.size > 1
      ? `There are several kinds called ${kind}: ${[...kinds].sort().join(', ')}; name one of them`
      : `There are several, in ${here.map(({ ref }) => ref.cluster ?? ref.namespace ?? '').join(', ')}; name one with -n`,
  )
}

interface Missing {
  readonly kind: string
  readonly name: string
  readonly namespace: string | undefined
  readonly named: readonly { readonly ref: ObjectRef }[]
  readonly ofKind: readonly { readonly ref: ObjectRef }[]
}

function notThere({ kind, name, namespace, named, ofKind }: Missing): CommandError {
  const where = namespace === undefined ? '' : ` in namespace ${namespace}`
  const elsewhere = named[0]?.ref.namespace
  const meant = suggestion(
    name,
    ofKind.map(({ ref }) => ref.name),
  )
  const hint =
    elsewhere !== undefined
      ? `; there is one in namespace ${elsewhere}`
      : meant !== undefined
        ? `; did you mean ${meant}?`
        : ''
  return new CommandError(1, `There is no ${kind} ${name}${where}${hint}`)
}
