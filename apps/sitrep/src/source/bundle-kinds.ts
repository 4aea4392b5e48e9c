// Support bundles name their files after resources and leave the kind out of what stands in them.
const kinds: Readonly<Record<string, readonly [apiVersion: string, kind: string]>> = {
  configmaps: ['v1', 'ConfigMap'],
  cronjobs: ['batch/v1', 'CronJob'],
  'custom-resource-definitions': ['apiextensions.k8s.io/v1', 'CustomResourceDefinition'],
  daemonsets: ['apps/v1', 'DaemonSet'],
  deployments: ['apps/v1', 'Deployment'],
  ingress: ['networking.k8s.io/v1', 'Ingress'],
  jobs: ['batch/v1', 'Job'],
  namespaces: ['v1', 'Namespace'],
  nodes: ['v1', 'Node'],
  pods: ['v1', 'Pod'],
  pvcs: ['v1', 'PersistentVolumeClaim'],
  pvs: ['v1', 'PersistentVolume'],
  replicasets: ['apps/v1', 'ReplicaSet'],
  services: ['v1', 'Service'],
  statefulsets: ['apps/v1', 'StatefulSet'],
}

/** What the objects of a bundle's file are, by its name or its folder's: `cluster-resources/pods/kube-system.json`. */
export function kindByPath(path: string): { readonly apiVersion: string; readonly kind: string } | undefined {
  const [file = '', folder = ''] = path.split('/').reverse()
  const named = file.replace(/\.(ya?ml|json)(\.gz)?$/i, '')
  const found = Object.hasOwn(kinds, named) ? kinds[named] : Object.hasOwn(kinds, folder) && kinds[folder]
  return found ? { apiVersion: found[0], kind: found[1] } : undefined
}
