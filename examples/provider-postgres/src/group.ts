/** The group of this provider's kinds. */
export const group = 'postgres.example.org'

/** The one version in which they are served. */
export const version = 'v1alpha1'
