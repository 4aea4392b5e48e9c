/** Prints a float as Go's `%v` does: with an exponent below 1e-4 and from a million on. */
export function formatNumber(value: number): string {
  const [digits = '', exponent] = value.toExponential().split('e') as [string, string]
  const power = Number(exponent)
  if (power >= -4 && power < 6) return `${value}`
  return `${digits}e${power < 0 ? '-' : '+'}${`${Math.abs(power)}`.padStart(2, '0')}`
}
