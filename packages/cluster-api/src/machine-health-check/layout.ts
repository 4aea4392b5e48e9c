import type { Fields, Profile } from '@sitrep/status'
import { filled, type OldStatus, underDeprecated } from '../old-model/layout.ts'

/** Where each language keeps what the older API says; what the other alone has is taken away. */
export const writeOld: Readonly<Record<Profile, (old: OldStatus) => Fields>> = {
  released: (old) => ({ deprecated: underDeprecated(old), backCompatibility: undefined }),
  proposal: (old) => ({ deprecated: undefined, backCompatibility: filled({ ...old }) }),
}
