import { same } from '@sitrep/status/same'
import type { Json, JsonObject, KubeObject } from '../json/json.ts'
import { getOwn, getPath, isJsonObject } from '../json/own.ts'
import { metadataOf, withMember, withMetadata } from './metadata.ts'
import type { Resource } from './resource.ts'

/** What an update of a part takes from the request; everything else stays as it was. */
export type PartUpdate = (object: KubeObject, old: KubeObject) => KubeObject

/** Subresources that are a part of their object besides `status`, by `<group>/<plural>/<name>`. */
const parts: ReadonlyMap<string, PartUpdate> = new Map<string, PartUpdate>([
  ['/namespaces/finalize', (object, old) => withMember(object, 'status', getOwn(old, 'status'))],
  [
    '/pods/ephemeralcontainers',
    (object, old) =>
      withSpecMember(old, 'ephemeralContainers', getPath(object, ['spec', 'ephemeralContainers'])),
  ],
  ['/pods/resize', (object, old) => withSpecMember(old, 'containers', resizedContainers(object, old))],
  // What a binding changes has been worked out by whoever carries it out.
  ['/pods/binding', (object) => object],
  ['/pods/eviction', (object) => object],
  ['certificates.k8s.io/certificatesigningrequests/approval', approved],
])

/** How a subresource of this kind changes its object; `undefined` when it does not. */
export function partUpdate({ group, plural }: Resource, subresource: string): PartUpdate | undefined {
  const update = parts.get(`${group}/${plural}/${subresource}`)
  if (update === undefined) return undefined
  // Who owns which field has been worked out for the whole object; that goes with the part.
  return (object, old) =>
    withMetadata(update(object, old), {
      managedFields: getOwn(metadataOf(object), 'managedFields'),
      resourceVersion: getOwn(metadataOf(object), 'resourceVersion'),
    })
}

function withSpecMember(object: KubeObject, name: string, value: Json | undefined): KubeObject {
  const spec = getOwn(object, 'spec')
  const { [name]: _replaced, ...rest }: JsonObject = isJsonObject(spec) ? spec : {}
  return withMember(object, 'spec', value === undefined ? rest : { ...rest, [name]: value })
}

/** Only resources can be resized; containers are told apart by name and cannot come or go. */
function resizedContainers(object: KubeObject, old: KubeObject): Json | undefined {
  const [wanted, present] = [getPath(object, ['spec', 'containers']), getPath(old, ['spec', 'containers'])]
  if (!Array.isArray(wanted) || !Array.isArray(present)) return present
  return present.map((container: Json) => {
    if (!isJsonObject(container)) return container
    const match = wanted.find((each: Json) => isJsonObject(each) && same(each['name'], container['name']))
    const resources = isJsonObject(match) ? getOwn(match, 'resources') : undefined
    return resources === undefined ? container : { ...container, resources }
  })
}

function approved(object: KubeObject, old: KubeObject): KubeObject {
  const [status, asked] = [getOwn(old, 'status'), getPath(object, ['status', 'conditions'])]
  const kept: JsonObject = isJsonObject(status) ? status : {}
  return withMember(old, 'status', asked === undefined ? kept : { ...kept, conditions: asked })
}
