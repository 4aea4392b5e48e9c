import { type Connection, ControllerError } from '@sitrep/controller/connection'
import { externalNameOf } from '@sitrep/crossplane/managed'
import type { ReferenceResolver } from '@sitrep/provider'
import { at, type KubeObject, text } from '@sitrep/status'
import { group, version } from './group.ts'

/** A field whose value is the external name of another resource: `role` of the Role in `roleRef`. */
export type Reference = readonly [field: string, kind: 'Role' | 'Database']

/** Fills fields from the resources that `<field>Ref` beside them names. */
export const resolverOf =
  (connection: Connection, references: readonly Reference[]): ReferenceResolver =>
  async ({ spec }, signal) => {
    const found: Record<string, string> = {}
    for (const [field, kind] of references) {
      const name = text(at(spec, 'forProvider', `${field}Ref`, 'name'))
      if (name === undefined) continue
      const path = `/apis/${group}/${version}/${kind.toLowerCase()}s/${encodeURIComponent(name)}`
      const { metadata } = await connection.request<KubeObject>({ path, signal }).catch((error: unknown) => {
        if (!(error instanceof ControllerError) || error.code !== 'not-found') throw error
        throw new Error(`There is no ${kind} ${name}, which ${field}Ref names`, { cause: error })
      })
      const externalName = externalNameOf(metadata.annotations ?? {})
      if (externalName === '') throw new Error(`${kind} ${name} has no external name yet`)
      found[field] = externalName
    }
    return Object.keys(found).length === 0 ? undefined : { forProvider: found }
  }
