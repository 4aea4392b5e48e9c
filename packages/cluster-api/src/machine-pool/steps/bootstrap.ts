import type { MachinePoolObserved } from '../types.ts'

/** What the look at the bootstrap configuration brought. */
export interface BootstrapStep {
  readonly created: boolean | undefined
  readonly failed: boolean
}

/** Whether the bootstrap secret exists. A look that fails leaves what was known. */
export function bootstrapStep({
  bootstrap,
  bootstrapRef,
  dataSecretName,
  before: { bootstrapCreated: before },
}: MachinePoolObserved): BootstrapStep {
  if (bootstrapRef === undefined) {
    // The user brought a secret of their own; or nothing at all, which no webhook lets through.
    return dataSecretName === undefined ? { created: before, failed: true } : { created: true, failed: false }
  }
  if (!bootstrap.read || bootstrap.item === undefined) return { created: before, failed: true }
  const { deleting, dataSecretCreated, hasSecretName } = bootstrap.item
  if (deleting) return { created: before, failed: false }
  if (dataSecretCreated === 'malformed') return { created: before, failed: true }
  if (dataSecretCreated !== true) return { created: false, failed: false }
  return hasSecretName ? { created: true, failed: false } : { created: before, failed: true }
}
