import type { ControllerError, ServedResource } from '@sitrep/controller/connection'

/** What was asked of a server. */
export interface Asked {
  readonly verb: 'get' | 'list' | 'watch'
  readonly resource: ServedResource
  readonly namespace: string | undefined
}

/** Why something could not be read, in words that say what to do: which permission is missing, where that is the reason. */
export function whyUnread(error: ControllerError, { verb, resource, namespace }: Asked): string {
  if (error.code !== 'forbidden') return error.message
  const name = resource.group === '' ? resource.plural : `${resource.plural}.${resource.group}`
  const where =
    namespace === undefined ? (resource.namespaced ? ' in all namespaces' : '') : ` in namespace ${namespace}`
  return `permission to ${verb} ${name}${where} is missing`
}
