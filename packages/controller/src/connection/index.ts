/**
 * Reaching a Kubernetes API server: kubeconfigs, requests, watches, discovery. Nothing of the controllers is loaded with it.
 * Touches the world: sockets and files.
 */

// Errors that know whether to retry
export { ControllerError, type ControllerErrorCode, type RetryAdvice } from '../errors.ts'
// What is served
export { type Discovered, discover } from '../observe/feed/discovery.ts'
export {
  collectionPath,
  objectPath,
  type ResourceScope,
  type ServedResource,
  withQuery,
} from '../observe/reflector/resource.ts'
export { type AddressGuard, addressGuard, guardedLookup } from './address-guard.ts'
// A server
export type { ApiRequest, ApiStream, Connection } from './connection.ts'
export { documents } from './documents.ts'
export { connectTo, type ServerAccess } from './http-connection.ts'
export { parseJson } from './json-depth.ts'
export {
  inClusterAccess,
  type KubeconfigChoice,
  type OpenedKubeconfig,
  openKubeconfig,
  readKubeconfig,
} from './kubeconfig.ts'
export { continuation, listPages, type ObjectPage, parseObject, parseObjectPage } from './object-list.ts'
