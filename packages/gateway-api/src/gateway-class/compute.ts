import { decide } from '@sitrep/conditions'
import { type Abstention, abstain, type Computed } from '@sitrep/status'
import { stamped } from '../model/stamp.ts'
import type { Setup } from '../setup.ts'
import { classTables } from './rules.ts'
import type { GatewayClassObserved, GatewayClassStatus } from './types.ts'

/** Turns one observation of a GatewayClass into its status; a class of another controller is that controller's to judge. */
export const computeGatewayClass =
  ({ profile, ours, abilities }: Setup) =>
  (observed: GatewayClassObserved): Computed<GatewayClassStatus> | Abstention => {
    if (!ours.has(observed.controllerName)) return abstain()
    const decisions = classTables[profile].map((table) => decide(table, observed))
    const { conditions, decided } = stamped(observed.previous?.conditions, decisions, observed)
    const names = [...new Set(abilities.features)].sort()
    return {
      status: { conditions, ...(names.length > 0 && { supportedFeatures: names.map((name) => ({ name })) }) },
      decided,
    }
  }
