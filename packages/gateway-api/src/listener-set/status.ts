import { defineStatus, type StatusDefinition } from '@sitrep/status'
import { attachedListenerSetKind, dataPlaneReportKind, listenerSetKind } from '../kinds.ts'
import { listenerTables } from '../listener/rules.ts'
import { gatewayLists } from '../lists.ts'
import type { Setup } from '../setup.ts'
import { listenerSetColumns } from './columns.ts'
import { computeListenerSet } from './compute.ts'
import { observeListenerSet } from './observe.ts'
import { setAccepted, setProgrammed } from './rules.ts'
import type { ListenerSet, ListenerSetObserved, ListenerSetStatus } from './types.ts'

/** The status of a ListenerSet. */
export const listenerSetStatus = (
  setup: Setup,
): StatusDefinition<ListenerSet, ListenerSetObserved, ListenerSetStatus> =>
  defineStatus({
    kind: listenerSetKind,
    observe: observeListenerSet,
    compute: computeListenerSet(setup),
    columns: listenerSetColumns,
    rules: [
      { tables: [setAccepted, setProgrammed] },
      { at: 'listeners[*]', tables: listenerTables({ ...setup, ready: 'none', deprecated: false }) },
    ],
    onFailure: 'Accepted',
    lists: gatewayLists,
    owns: [],
    derives: [attachedListenerSetKind],
    answers: [dataPlaneReportKind],
  })
