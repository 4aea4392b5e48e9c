import { type Family, type KubeObject, kindKey, type Relation, refOf } from '@sitrep/status'

/** Of what no family knows, what it owns. */
const otherwise: readonly Relation[] = [{ of: '*', by: { way: 'owns' } }]

/** What leads from one object to those below it. */
export interface Relations {
  readonly of: (object: KubeObject) => readonly Relation[]
  /** From a part of an object, which goes by the heading under which parts stand. */
  readonly ofPart: (heading: string, object: KubeObject) => readonly Relation[]
}

/** The rows of all families, asked for an object or a part of one. */
export function relationsIn(families: readonly Pick<Family, 'relations'>[]): Relations {
  const rows = families.flatMap(({ relations = [] }) => relations)
  return {
    of: (object) => {
      const key = kindKey(refOf(object))
      const own = rows.filter(({ of }) => (typeof of === 'string' ? of === key : of.recognises(object)))
      return own.length > 0 ? own : otherwise
    },
    ofPart: (heading, object) => rows.filter(({ of }) => of === `${heading} of ${kindKey(refOf(object))}`),
  }
}
