/** The name of a folder for what is put aside, by why and when. */
export function asideName(why: 'repair' | 'restore', now: number): string {
  return `store-before-${why}-${new Date(now).toISOString().replaceAll(/[-:.]/g, '')}`
}
