import { at, crdKind, fields, text, type View, type World } from '@sitrep/status'
import { gatewayGroup } from '../kinds.ts'
import type { GatewayClass, GatewayClassObserved, GatewayClassStatus } from './types.ts'

const bundleVersion: View<string> = {
  name: 'bundleVersion',
  of: ({ metadata }) => metadata.annotations?.['gateway.networking.k8s.io/bundle-version'] ?? '',
}

/** Picks what a GatewayClass is judged from. */
export function observeGatewayClass(
  { spec, metadata }: GatewayClass,
  world: World<GatewayClassStatus>,
): GatewayClassObserved {
  const { kind } = fields(at(spec, 'parametersRef'))
  return {
    controllerName: text(at(spec, 'controllerName')) ?? '',
    parameters: at(spec, 'parametersRef') === undefined ? undefined : (text(kind) ?? 'nothing'),
    bundleVersion: world.get({ ...crdKind, name: `gatewayclasses.${gatewayGroup}` }, bundleVersion),
    generation: metadata.generation,
    previous: world.previous,
    now: world.now,
  }
}
