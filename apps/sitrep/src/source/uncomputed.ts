import { type Family, formatRef, groupOf, type KubeObject, type ObjectRef } from '@sitrep/status'
import type { Context } from '../command.ts'
import { crdsOf, type Languages, spokenIn } from '../families/spoken.ts'
import { Warnings } from '../terminal/warnings.ts'
import type { ComputedWorld } from './computed-world.ts'
import { oddFields } from './odd-fields.ts'

interface Schemas {
  readonly families: readonly Family[]
  readonly languages: Languages
}

const mostFields = 3

/** Says in one line an object which statuses cannot be computed, and which fields are the likely reason: those that are not as their schema has them. */
export async function tellUncomputed(
  { engine, uncomputed, unlooked }: ComputedWorld,
  { families, languages }: Schemas,
  context: Pick<Context, 'complain'>,
): Promise<void> {
  if (unlooked.length > 0) {
    const kinds = [...new Set(unlooked.map(({ kind }) => kind))].sort()
    context.complain(
      `The files hold no ${kinds.join(', ')}: what depends on those is shown as it is reported, or is unknown (--whole: they are all there is)`,
    )
  }
  if (uncomputed.length === 0) return
  const crds = await crdsOf(spokenIn({ words: [], options: {} }, families, languages))
  const warnings = new Warnings(context)
  for (const ref of uncomputed) {
    const object = engine.object(ref)
    const odd = object === undefined ? [] : oddFieldsOf(object, ref, crds)
    const why =
      odd.length === 0 ? 'something in it, or in what it depends on, is not as it should be' : listed(odd)
    warnings.add(`${formatRef(ref)}: its status cannot be computed: ${why}`)
  }
  warnings.end()
}

const listed = (odd: readonly string[]): string =>
  [...odd.slice(0, mostFields), ...(odd.length > mostFields ? [`${odd.length - mostFields} more`] : [])].join(
    '; ',
  )

function oddFieldsOf(
  object: KubeObject,
  { group, kind }: ObjectRef,
  crds: Awaited<ReturnType<typeof crdsOf>>,
): readonly string[] {
  const crd = crds.find(({ spec }) => spec.group === group && spec.names.kind === kind)
  const version = object.apiVersion.slice(groupOf(object.apiVersion).length + 1)
  const schema = crd?.spec.versions.find(({ name }) => name === version) ?? crd?.spec.versions[0]
  return schema === undefined ? [] : oddFields(object, schema.schema.openAPIV3Schema)
}
