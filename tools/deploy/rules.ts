import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'
import { root } from '../workspace.ts'
import { type PolicyRule, permissionsPath } from './documents.ts'
import type { Role } from './permissions.ts'

/** An object of a manifest, as far as anybody asks here. */
export interface ManifestObject {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string; readonly namespace?: string }
  readonly rules?: readonly PolicyRule[]
}

/** Somebody who wants something of a server. */
export interface Attempt {
  readonly verb: string
  readonly group: string
  /** With its part: `machines/status`. */
  readonly resource: string
  readonly name?: string
}

/** The rules that the chart puts into its roles. */
export function grantedRules(): Readonly<Record<Role, readonly PolicyRule[]>> {
  return parse(readFileSync(join(root, permissionsPath), 'utf8')) as Readonly<
    Record<Role, readonly PolicyRule[]>
  >
}

export function parseManifests(text: string): readonly ManifestObject[] {
  return parseAllDocuments(text)
    .map((document) => document.toJS() as ManifestObject | null)
    .filter((object) => object !== null)
}

/** Whether a rule allows it, as RBAC decides. */
export function allows(rule: PolicyRule, { verb, group, resource, name }: Attempt): boolean {
  const { apiGroups, resources, verbs, resourceNames } = rule
  return (
    verbs.includes(verb) &&
    apiGroups.includes(group) &&
    (resources.includes('*') || resources.includes(resource)) &&
    (resourceNames === undefined || (name !== undefined && resourceNames.includes(name)))
  )
}
