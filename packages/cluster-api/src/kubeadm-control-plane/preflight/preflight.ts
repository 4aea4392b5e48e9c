/** What keeps a control plane from creating or deleting a Machine now. */
export interface Preflight {
  /** The version that everybody waits for to reach the control plane. */
  readonly awaitedVersion?: string
  readonly certificatesMissing?: true
  readonly componentsUnhealthy?: true
  readonly etcdUnhealthy?: true
}
