import type { KindRef } from '@sitrep/status'

// What people type for kinds of objects in files, where no server tells the short names.
const shortNames: Readonly<Record<string, string>> = {
  cl: 'cluster',
  cm: 'configmap',
  crd: 'customresourcedefinition',
  deploy: 'deployment',
  ds: 'daemonset',
  gc: 'gatewayclass',
  gtw: 'gateway',
  ing: 'ingress',
  kcp: 'kubeadmcontrolplane',
  ma: 'machine',
  md: 'machinedeployment',
  mhc: 'machinehealthcheck',
  mp: 'machinepool',
  ms: 'machineset',
  no: 'node',
  ns: 'namespace',
  po: 'pod',
  pv: 'persistentvolume',
  pvc: 'persistentvolumeclaim',
  rs: 'replicaset',
  sts: 'statefulset',
  svc: 'service',
}

/** Whether a kind is meant by what was typed: `machine`, `Machines`, `ma`, `machines.cluster.x-k8s.io`, `machine.cluster`. */
export function isKindNamed(typed: string, { group, kind }: KindRef): boolean {
  const wanted = typed.toLowerCase()
  const dot = wanted.indexOf('.')
  const name = dot === -1 ? wanted : wanted.slice(0, dot)
  const within = dot === -1 ? '' : wanted.slice(dot + 1)
  if (within !== '' && group !== within && !group.startsWith(`${within}.`)) return false
  const single = kind.toLowerCase()
  return name === single || name === pluralOf(single) || shortNames[name] === single
}

function pluralOf(single: string): string {
  if (/(s|x|z|ch|sh)$/.test(single)) return `${single}es`
  return /[^aeiou]y$/.test(single) ? `${single.slice(0, -1)}ies` : `${single}s`
}
