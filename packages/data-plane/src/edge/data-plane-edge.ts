import type { Edge } from '@sitrep/controller'
import { configMapKind, secretKind } from '@sitrep/gateway-api/kinds'
import { kindKey, managementCluster, refOf } from '@sitrep/status'
import { isGateway, reportFact } from './gateways.ts'
import { Programming, type ProgrammingOptions } from './programming.ts'

/** Brings what the engine derives for each Gateway to a data plane, and what that reports back as facts. Closes the data plane when it stops. */
export function dataPlaneEdge(options: ProgrammingOptions): Edge {
  return {
    start(around) {
      const programming = new Programming(around, options)
      return {
        tells: (object) => {
          if (!isGateway(object)) return []
          programming.awaits(refOf(object))
          return [reportFact]
        },
        onTaken: (changes) => {
          for (const change of changes) {
            const ref = 'gone' in change ? change.gone : 'object' in change ? refOf(change.object) : undefined
            const cluster = 'cluster' in change ? change.cluster : undefined
            if (ref === undefined || (cluster ?? managementCluster) !== managementCluster) continue
            if (materialKinds.has(kindKey(ref))) programming.materialChanged(ref)
          }
          // A configuration changes with whatever its Gateway reads: whether one has is asked once a call.
          programming.notice()
        },
        stop: () => programming.stop(),
      }
    },
  }
}

const materialKinds: ReadonlySet<string> = new Set([secretKind, configMapKind].map(kindKey))
