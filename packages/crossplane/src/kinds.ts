import {
  at,
  type DescribedKinds,
  type FactKind,
  type FieldOutline,
  type KubeObject,
  type ServedKind,
} from '@sitrep/status'

/** The API groups of Crossplane itself; what it manages is of any group. */
export const apiextensionsGroup = 'apiextensions.crossplane.io'
export const packageGroup = 'pkg.crossplane.io'
export const protectionGroup = 'protection.crossplane.io'

/** Says which resource of the pipeline a composed object is. */
export const compositionNameAnnotation = 'crossplane.io/composition-resource-name'

const hasField = ({ fields }: ServedKind, ...path: readonly string[]): boolean => {
  let outline: FieldOutline | undefined = fields
  for (const step of path) outline = outline?.[step]
  return outline !== undefined
}

const has = (object: KubeObject, ...path: readonly string[]): boolean => at(object, ...path) !== undefined

// A provider may leave its part of the spec without a schema; its categories tell all the same.
const isManaged = (categories: readonly string[]): boolean =>
  categories.includes('managed') && categories.includes('crossplane')

/** Something outside, made and kept by a provider: of any group and name, told by the part of its spec that is the provider's. */
export const managedResources: DescribedKinds = {
  described: 'managed resource',
  serves: (served) => hasField(served, 'spec', 'forProvider') || isManaged(served.categories),
  recognises: (object) => has(object, 'spec', 'forProvider'),
}

/** Asks for a composite from a namespace: it refers to one. */
export const claims: DescribedKinds = {
  described: 'claim',
  serves: (served) => served.categories.includes('claim') && hasField(served, 'spec', 'resourceRef'),
  recognises: (object) => has(object, 'spec', 'resourceRef'),
}

/** Made of other resources, to which it refers; since the second version all that is Crossplane's stands apart in its spec. */
export const composites: DescribedKinds = {
  described: 'composite resource',
  serves: (served) =>
    hasField(served, 'spec', 'crossplane', 'resourceRefs') ||
    (hasField(served, 'spec', 'resourceRefs') && hasField(served, 'spec', 'compositionRef')),
  recognises: (object) =>
    has(object, 'spec', 'crossplane') ||
    has(object, 'spec', 'resourceRefs') ||
    (has(object, 'spec', 'compositionRef') && !claims.recognises(object)),
}

const all: readonly DescribedKinds[] = [managedResources, claims, composites]

/** Whatever Crossplane manages or composes. */
export const crossplaneResources: DescribedKinds = {
  described: 'Crossplane resource',
  serves: (served) => all.some((each) => each.serves(served)),
  recognises: (object) => all.some((each) => each.recognises(object)),
}

const fact = (kind: string, about: DescribedKinds): FactKind => ({
  kind: { group: 'sitrep.dev', kind },
  about,
})

/** What a pass over a managed resource saw of what is behind it, and what its steps came to. Whoever tells it speaks for Ready and Synced. */
export const externalObservation: FactKind = fact('ExternalObservation', managedResources)

/** What the functions of a composite's pipeline answered, and what became of it. */
export const pipelineAnswer: FactKind = fact('PipelineAnswer', composites)

/** How binding a claim to its composite went. */
export const claimBinding: FactKind = fact('ClaimBinding', claims)
