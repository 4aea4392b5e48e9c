import { type Family, familyKinds, isDescribed, type KindRef, type KubeObject } from '@sitrep/status'

// What people type for kinds of Kubernetes itself in files, where no server tells the short names.
const shortNames: Readonly<Record<string, string>> = {
  cm: 'configmap',
  crd: 'customresourcedefinition',
  deploy: 'deployment',
  ds: 'daemonset',
  ing: 'ingress',
  no: 'node',
  ns: 'namespace',
  po: 'pod',
  pv: 'persistentvolume',
  pvc: 'persistentvolumeclaim',
  rs: 'replicaset',
  sts: 'statefulset',
  svc: 'service',
}

/** What is known of kinds by name. */
export type NamingFamilies = readonly Pick<Family, 'kinds'>[]

/** Whether a kind is meant by what was typed: `widget`, `Widgets`, a short name, `widgets.example.com`, `widget.example`. */
export function isKindNamed(typed: string, { group, kind }: KindRef, families: NamingFamilies): boolean {
  const wanted = typed.toLowerCase()
  const dot = wanted.indexOf('.')
  const name = dot === -1 ? wanted : wanted.slice(0, dot)
  const within = dot === -1 ? '' : wanted.slice(dot + 1)
  if (within !== '' && group !== within && !group.startsWith(`${within}.`)) return false
  const single = kind.toLowerCase()
  if (name === single || name === pluralOf(single) || shortNames[name] === single) return true
  return families.some(({ kinds }) =>
    kinds.some(
      (known) =>
        !isDescribed(known.kind) &&
        known.kind.kind === kind &&
        known.kind.group === group &&
        known.shortNames?.includes(name),
    ),
  )
}

/** Whether an object is meant: by the name of its kind, or by what kinds like it are called together. */
export const isObjectNamed = (
  typed: string,
  { ref, reported }: { readonly ref: KindRef; readonly reported: KubeObject },
  families: NamingFamilies,
): boolean =>
  isKindNamed(typed, ref, families) ||
  familyKinds(families, reported).some(({ categories }) => categories?.includes(typed.toLowerCase()))

function pluralOf(single: string): string {
  if (/(s|x|z|ch|sh)$/.test(single)) return `${single}es`
  return /[^aeiou]y$/.test(single) ? `${single.slice(0, -1)}ies` : `${single}s`
}
