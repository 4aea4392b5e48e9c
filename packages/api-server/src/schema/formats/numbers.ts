const cards =
  /^(?:4[0-9]{12}(?:[0-9]{3})?|5[1-5][0-9]{14}|6(?:011|5[0-9][0-9])[0-9]{12}|3[47][0-9]{13}|3(?:0[0-5]|[68][0-9])[0-9]{11}|(?:2131|1800|35\d{3})\d{11})$/

/** A card number of a known issuer whose check digit is right; anything but digits is ignored. */
export function isCreditCard(text: string): boolean {
  const digits = text.replace(/[^0-9]+/g, '')
  if (!cards.test(digits)) return false
  let sum = 0
  for (const [index, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

export function isIsbn10(text: string): boolean {
  const digits = withoutSeparators(text)
  if (!/^([0-9]{9}X|[0-9]{10})$/.test(digits)) return false
  let sum = 0
  for (const [index, digit] of [...digits].entries())
    sum += (index + 1) * (digit === 'X' ? 10 : Number(digit))
  return sum % 11 === 0
}

export function isIsbn13(text: string): boolean {
  const digits = withoutSeparators(text)
  if (!/^[0-9]{13}$/.test(digits)) return false
  let sum = 0
  for (const [index, digit] of [...digits].entries()) sum += Number(digit) * (index % 2 === 1 ? 3 : 1)
  return sum % 10 === 0
}

function withoutSeparators(text: string): string {
  return text.replace(/[\s-]+/g, '')
}

export function isSsn(text: string): boolean {
  return text.length === 11 && /^\d{3}[- ]?\d{2}[- ]?\d{4}$/.test(text)
}
