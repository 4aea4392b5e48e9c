/** Keys and list positions from the root of an object. */
export type Path = readonly (string | number)[]

/** A path as it is written: `.status.conditions[1].reason`. */
export function formatPath(path: Path): string {
  const steps = path.map((step) => {
    if (typeof step === 'number') return `[${step}]`
    return /^[A-Za-z_][\w-]*$/.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`
  })
  return steps.length === 0 ? '.' : steps.join('')
}
