import type { FollowedFacts, PhaseRule } from '../family/following.ts'

/** The kubeconfig on its way to the disk, the same for every kind that has one. */
export const kubeconfigPhase: PhaseRule<Pick<FollowedFacts, 'kubeconfig'>> = {
  name: 'kubeconfig',
  title: 'Kubeconfig',
  done: ({ kubeconfig }) => kubeconfig.is === 'written',
  skipped: ({ kubeconfig }) => (kubeconfig.is === 'unreadable' ? kubeconfig.why : undefined),
  note: ({ kubeconfig }) => (kubeconfig.is === 'written' ? kubeconfig.path : undefined),
}
