import { fields, groupOf, type ObjectRef, text } from '@sitrep/status'

/** A reference to an object of a provider: the version is found by contract, the namespace is that of whoever refers. */
export interface ContractRef {
  readonly group: string
  readonly kind: string
  readonly name: string
}

/** Reads a reference in either layout (`apiGroup`, or `apiVersion` in v1beta1). Nothing unless all three parts are there. */
export function contractRef(value: unknown): ContractRef | undefined {
  if (value === undefined) return undefined
  const { apiGroup, apiVersion, kind, name } = fields(value)
  const group = text(apiGroup) ?? groupOf(text(apiVersion) ?? '')
  const [kindText, nameText] = [text(kind), text(name)]
  if (group === '' || kindText === undefined || nameText === undefined) return undefined
  return { group, kind: kindText, name: nameText }
}

/** The object a reference leads to, seen from a namespace. */
export function refIn(namespace: string | undefined, { group, kind, name }: ContractRef): ObjectRef {
  return namespace === undefined ? { group, kind, name } : { group, kind, namespace, name }
}
