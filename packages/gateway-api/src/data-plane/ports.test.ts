import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gateway, gatewayClass, report, worldOf } from '../testing.ts'

describe('Ports that are open elsewhere', () => {
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: readonly [ports: object, gateway: string, listener: string, because: string][] = [
    [{},             '',                                      '',                        'all are open themselves'],
    [{ 80: 8080 },   'Ports are open elsewhere: 80 on 8080',  'Port 80 is open on 8080', 'whoever connects must know'],
    [{ 443: 8443 },  'Ports are open elsewhere: 443 on 8443', '',                        'that is no port of this listener'],
    [{ 80: 'many' }, '',                                      '',                        'that is no port'],
  ]
  for (const [ports, whole, single, because] of cases)
    it(`${JSON.stringify(ports)} are told so, because ${because}`, () => {
      const { condition } = worldOf([
        gatewayClass(),
        gateway(),
        report({ 'Gateway/infra/edge': 2 }, { ports }),
      ])
      assert.equal(condition(gateway(), 'Programmed')?.message, whole)
      assert.equal(condition(gateway(), 'listeners[web]:Programmed')?.message, single)
    })
})
