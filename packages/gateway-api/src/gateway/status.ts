import { defineStatus, type StatusDefinition } from '@sitrep/status'
import { dataPlaneReportKind, gatewayKind, routingConfigurationKind } from '../kinds.ts'
import { listenerTables } from '../listener/rules.ts'
import { gatewayLists } from '../lists.ts'
import type { Setup } from '../setup.ts'
import { gatewayColumns } from './columns.ts'
import { computeGateway } from './compute.ts'
import { observeGateway } from './observe.ts'
import { gatewayTables } from './rules.ts'
import type { Gateway, GatewayObserved, GatewayStatus } from './types.ts'

/** The status of a Gateway and of its listeners. */
export const gatewayStatus = (setup: Setup): StatusDefinition<Gateway, GatewayObserved, GatewayStatus> =>
  defineStatus({
    kind: gatewayKind,
    observe: observeGateway,
    compute: computeGateway(setup),
    columns: gatewayColumns,
    rules: [{ tables: gatewayTables(setup) }, { at: 'listeners[*]', tables: listenerTables(setup) }],
    onFailure: 'Accepted',
    lists: gatewayLists,
    owns: ['addresses', 'attachedListenerSets'],
    derives: [routingConfigurationKind],
    answers: [dataPlaneReportKind],
  })
