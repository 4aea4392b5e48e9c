import { timingSafeEqual } from 'node:crypto'

/** Names under which nobody but this machine itself is reached. */
export const loopbackHosts: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost'])

/** Whether a request carries this token, in a time that tells nothing about it. */
export function hasBearerToken(authorization: string | undefined, token: string): boolean {
  const [given, wanted] = [Buffer.from(authorization ?? ''), Buffer.from(`Bearer ${token}`)]
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
