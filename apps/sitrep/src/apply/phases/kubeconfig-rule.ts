import type { PhaseRule } from './phase.ts'

/** The kubeconfig on its way to the disk, the same for all families. */
export const kubeconfigRule: PhaseRule = {
  name: 'kubeconfig',
  title: 'Kubeconfig',
  done: ({ kubeconfig }) => kubeconfig.is === 'written',
  skipped: ({ kubeconfig }) => (kubeconfig.is === 'unreadable' ? kubeconfig.why : undefined),
  note: ({ kubeconfig }) => (kubeconfig.is === 'written' ? kubeconfig.path : undefined),
}
