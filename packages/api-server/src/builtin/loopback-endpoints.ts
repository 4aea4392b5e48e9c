import type { Json, KubeObject } from '../json/json.ts'
import { getOwn, isJsonArray, isJsonObject } from '../json/own.ts'
import type { Resource } from '../resources/resource.ts'

/** EndpointSlices whose addresses may be of the machine itself: all else that is asked of them stays. */
export function withLoopbackEndpoints(resource: Resource): Resource {
  const { behaviour } = resource
  const { validateCreate, validateUpdate } = behaviour
  return {
    ...resource,
    behaviour: {
      ...behaviour,
      ...(validateCreate && { validateCreate: (slice) => validateCreate(elsewhere(slice)) }),
      ...(validateUpdate && {
        validateUpdate: (slice, old) => validateUpdate(elsewhere(slice), elsewhere(old)),
      }),
    },
  }
}

// Any address of a network that nobody refuses.
const unremarkable = '10.0.0.1'

function elsewhere(slice: KubeObject): KubeObject {
  const endpoints = getOwn(slice, 'endpoints')
  if (!isJsonArray(endpoints)) return slice
  return { ...slice, endpoints: endpoints.map(movedEndpoint) }
}

function movedEndpoint(endpoint: Json): Json {
  const addresses = isJsonObject(endpoint) ? getOwn(endpoint, 'addresses') : undefined
  if (!isJsonObject(endpoint) || !isJsonArray(addresses)) return endpoint
  const moved = addresses.map((address) =>
    typeof address === 'string' && address.startsWith('127.') ? unremarkable : address,
  )
  return { ...endpoint, addresses: moved }
}
