import { groupOf } from '@sitrep/status'
import type { ConversionContext } from './row.ts'
import { isTree } from './tree.ts'

/** The versions that references in an object have. */
export function versionsIn(value: unknown): ConversionContext['versionOf'] {
  const versions = new Map<string, string>()
  const visit = (inner: unknown): void => {
    if (Array.isArray(inner)) for (const entry of inner) visit(entry)
    if (!isTree(inner)) return
    const { apiVersion, kind } = inner
    if (typeof apiVersion === 'string') {
      versions.set(`${groupOf(apiVersion)} ${String(kind)}`, apiVersion.slice(apiVersion.indexOf('/') + 1))
    }
    for (const entry of Object.values(inner)) visit(entry)
  }
  visit(value)
  // A reference that is gone cannot be the same as the saved one, whatever its version was.
  return (group, kind) => versions.get(`${group} ${kind}`) ?? 'unknown'
}
