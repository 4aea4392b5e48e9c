import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto'

const iterations = 4096
const keyLength = 32

/** A password that nobody guesses, of letters and digits that need no quoting anywhere. */
export const newPassword = (): string => randomBytes(24).toString('base64url')

/**
 * What PostgreSQL keeps of a password (RFC 5802, RFC 7677). Sent instead of the password, it keeps the password itself out of the
 * server's log.
 */
export const verifierOf = (password: string): string =>
  verifier(password, { salt: randomBytes(16), iterations })

/** Whether a kept verifier is that of a password. Anything that is no verifier is not. */
export function isVerifierOf(kept: string | null, password: string): boolean {
  const [, rounds, salt] = /^SCRAM-SHA-256\$(\d+):([^$]+)\$/.exec(kept ?? '') ?? []
  if (kept === null || rounds === undefined || salt === undefined) return false
  const computed = verifier(password, { salt: Buffer.from(salt, 'base64'), iterations: Number(rounds) })
  return computed.length === kept.length && timingSafeEqual(Buffer.from(computed), Buffer.from(kept))
}

interface Recipe {
  readonly salt: Buffer
  readonly iterations: number
}

function verifier(password: string, recipe: Recipe): string {
  const salted = pbkdf2Sync(password.normalize('NFKC'), recipe.salt, recipe.iterations, keyLength, 'sha256')
  const stored = createHash('sha256').update(hmac(salted, 'Client Key')).digest('base64')
  const server = hmac(salted, 'Server Key').toString('base64')
  return `SCRAM-SHA-256$${recipe.iterations}:${recipe.salt.toString('base64')}$${stored}:${server}`
}

const hmac = (key: Buffer, words: string): Buffer => createHmac('sha256', key).update(words).digest()
