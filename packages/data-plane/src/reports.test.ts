import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bindFailureOf } from './reports.ts'

describe('a socket that cannot be opened', () => {
  const place = { host: '127.0.0.1', port: 80 }
  const failed = (code: string): Error => Object.assign(new Error('bind'), { code })
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: readonly (readonly [name: string, error: unknown, says: string])[] = [
    ['EADDRINUSE',    failed('EADDRINUSE'),    'port: Port 80 of 127.0.0.1 is taken by something else'],
    ['EACCES',        failed('EACCES'),        'port: Port 80 of 127.0.0.1 may not be opened by this process'],
    ['EADDRNOTAVAIL', failed('EADDRNOTAVAIL'), 'address: 127.0.0.1 is no address of this machine'],
    ['EMFILE',        failed('EMFILE'),        'other: Port 80 of 127.0.0.1 cannot be opened: EMFILE'],
    ['no code',       new Error('bind'),       'other: Port 80 of 127.0.0.1 cannot be opened: an unknown error'],
  ]
  for (const [name, error, says] of cases)
    it(`${name}: ${says}`, () => {
      const { fault, words } = bindFailureOf(error, place)
      assert.equal(`${fault}: ${words}`, says)
    })
})
