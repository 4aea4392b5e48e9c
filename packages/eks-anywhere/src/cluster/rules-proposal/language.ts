import { presentFailure, runPass } from '../facts/pass.ts'
import type { ClusterLanguage } from '../language.ts'
import { putProposal, writeProposal } from '../layout.ts'
import { controlPlaneInitialized } from './control-plane-initialized.ts'
import { controlPlaneReady } from './control-plane-ready.ts'
import { defaultCniConfigured } from './default-cni-configured.ts'
import { ready } from './ready.ts'
import { workersReady } from './workers-ready.ts'

/** What the document says of a Cluster. */
export const proposalCluster: ClusterLanguage = {
  tables: [controlPlaneInitialized, defaultCniConfigured, controlPlaneReady, workersReady, ready],
  upToDate: 'UpToDate',
  pass: (observed) => ({ ...runPass(observed), failure: presentFailure(observed) }),
  untouched: () => undefined,
  put: putProposal,
  write: writeProposal,
}
