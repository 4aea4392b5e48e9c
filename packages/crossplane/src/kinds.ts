/** The API groups of Crossplane itself; what it manages is of any group. */
export const apiextensionsGroup = 'apiextensions.crossplane.io'
export const packageGroup = 'pkg.crossplane.io'

/** Set to `true`, nothing is done about an object. */
export const pausedAnnotation = 'crossplane.io/paused'
