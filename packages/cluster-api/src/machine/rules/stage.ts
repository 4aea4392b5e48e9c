import type { Stage } from '../deletion/stage.ts'
import type { MachineFacts } from '../facts.ts'

/** Whether a deletion has come to this stage. */
export const at =
  (stage: Stage['at']) =>
  ({ deletion }: MachineFacts): boolean =>
    deletion?.stage.at === stage

/** The hooks that hold a deletion back, if any do. */
export function hooksHolding({ deletion }: MachineFacts): readonly string[] {
  const stage = deletion?.stage
  return stage !== undefined && 'hooks' in stage ? stage.hooks : []
}

export const infrastructureLeft = ({ machine }: MachineFacts): string =>
  `Waiting for ${machine.spec.infrastructureRef?.kind ?? ''} to be deleted`

export const bootstrapLeft = ({ machine }: MachineFacts): string =>
  `Waiting for ${machine.spec.configRef?.kind ?? ''} to be deleted`
