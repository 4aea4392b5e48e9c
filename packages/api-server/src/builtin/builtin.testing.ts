import type { JsonObject, KubeObject } from '../json/json.ts'
import type { Resource } from '../resources/resource.ts'
import { allocates } from './allocate.ts'
import { builtinResources } from './builtin-resources.ts'

const resources = builtinResources()

/** The resource of a kind, written `v1 Pod` or `apps/v1 Deployment`. */
export function resourceOf(type: string): Resource {
  const { apiVersion, kind } = parts(type)
  const group = apiVersion.includes('/') ? apiVersion.split('/')[0] : ''
  const found = resources.find((each) => each.group === group && each.kind === kind)
  if (found === undefined) throw new TypeError(`no built-in resource ${type}`)
  return found
}

export function objectOfKind(type: string, content: JsonObject): KubeObject {
  const metadata = { name: 'x', ...(content['metadata'] as JsonObject | undefined) }
  return { ...parts(type), ...content, metadata } as unknown as KubeObject
}

const noon: number = Date.parse('2026-01-01T12:00:00Z')

/** An object as it would be stored when it is created: filled, prepared, given its share of what is limited. */
export function created(type: string, content: JsonObject): KubeObject {
  const { behaviour } = resourceOf(type)
  const filled = behaviour.applyDefaults?.(objectOfKind(type, content)) ?? objectOfKind(type, content)
  const prepared = behaviour.prepareForCreate?.(filled, noon) ?? filled
  return allocates(behaviour)
    ? (behaviour.allocate(prepared, undefined, { others: [], dryRun: false }).object ?? prepared)
    : prepared
}

/** What a stored object becomes when a client sends other content for it. */
export function updated(type: string, old: KubeObject, content: JsonObject): KubeObject {
  const { behaviour } = resourceOf(type)
  const filled = behaviour.applyDefaults?.(objectOfKind(type, content)) ?? objectOfKind(type, content)
  return behaviour.prepareForUpdate?.(filled, old, noon) ?? filled
}

function parts(type: string): { readonly apiVersion: string; readonly kind: string } {
  const [apiVersion = '', kind = ''] = type.split(' ')
  return { apiVersion, kind }
}
