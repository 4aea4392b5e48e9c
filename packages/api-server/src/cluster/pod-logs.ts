/** Which Pod is meant. */
export interface PodOfCluster {
  /** `<namespace>/<name>`; empty for the cluster at the root of the server. */
  readonly cluster: string
  readonly namespace: string
  readonly name: string
}

/** What is asked of a log. */
export interface PodLogOptions {
  readonly container?: string
  /** Milliseconds since the epoch; nothing older is told. */
  readonly since?: number
  /** Only so many of the last lines. */
  readonly tail?: number
  /** Each line begins with its time. */
  readonly timestamps?: boolean
}

/** What containers have written, told by whoever runs them; nothing for a Pod or container that does not run there. */
export type PodLogs = (pod: PodOfCluster, options: PodLogOptions) => string | undefined
