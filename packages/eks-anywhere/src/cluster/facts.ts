import type { SeverityCondition } from '@sitrep/conditions'
import type { PassEnd } from './pass/pass-end.ts'
import type { ClusterObserved } from './types.ts'

/** What the rules ask about: the observation, what the pass came to, and what was said of the conditions so far. */
export interface ClusterFacts
  extends Pick<
    ClusterObserved,
    'name' | 'spec' | 'treatment' | 'controlPlane' | 'clusterApi' | 'etcd' | 'deployments' | 'cni' | 'release'
  > {
  /** The conditions as they stood before this pass. */
  readonly before: readonly SeverityCondition[]
  /** The conditions as this pass has left them so far: one table after the other adds to it. */
  readonly said: readonly SeverityCondition[]
  readonly pass: PassEnd
}

export function factsOf(observed: ClusterObserved, pass: PassEnd): ClusterFacts {
  const { name, spec, treatment, controlPlane, clusterApi, etcd, deployments, cni, release, before } =
    observed
  return {
    name,
    spec,
    treatment,
    controlPlane,
    clusterApi,
    etcd,
    deployments,
    cni,
    release,
    before,
    said: before,
    pass,
  }
}
