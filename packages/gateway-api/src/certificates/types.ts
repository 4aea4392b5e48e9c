import type { Instant } from '@sitrep/conditions'

/** What a Secret is worth as a certificate for a server or a client. */
export type CertificateState =
  | { readonly state: 'sound'; readonly notAfter: Instant }
  | { readonly state: 'unsound'; readonly fault: string }
  /** Its keys are there and their values are not shown: nothing can be told. */
  | { readonly state: 'withheld' }
