/** The API groups of Crossplane itself; what it manages is of any group. */
export const apiextensionsGroup = 'apiextensions.crossplane.io'
export const packageGroup = 'pkg.crossplane.io'
export const protectionGroup = 'protection.crossplane.io'

/** Says which resource of the pipeline a composed object is. */
export const compositionNameAnnotation = 'crossplane.io/composition-resource-name'

/** Set to `true`, nothing is done about an object. */
export const pausedAnnotation = 'crossplane.io/paused'
