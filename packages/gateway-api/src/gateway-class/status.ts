import { defineStatus, type StatusDefinition } from '@sitrep/status'
import { gatewayClassKind } from '../kinds.ts'
import type { Setup } from '../setup.ts'
import { gatewayClassColumns } from './columns.ts'
import { computeGatewayClass } from './compute.ts'
import { observeGatewayClass } from './observe.ts'
import { classTables } from './rules.ts'
import type { GatewayClass, GatewayClassObserved, GatewayClassStatus } from './types.ts'

/** The status of a GatewayClass. */
export const gatewayClassStatus = (
  setup: Setup,
): StatusDefinition<GatewayClass, GatewayClassObserved, GatewayClassStatus> =>
  defineStatus({
    kind: gatewayClassKind,
    observe: observeGatewayClass,
    compute: computeGatewayClass(setup),
    columns: gatewayClassColumns,
    rules: [{ tables: classTables[setup.profile] }],
    onFailure: 'Accepted',
    owns: ['supportedFeatures'],
  })
