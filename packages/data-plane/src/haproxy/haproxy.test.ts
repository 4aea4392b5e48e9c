import { spawnSync } from 'node:child_process'
import { it } from 'node:test'
import { describeDataPlane } from '../data-plane-contract.testing.ts'
import { describeProtocols } from '../data-plane-contract-protocols.testing.ts'
import { usualLimits } from '../limits.ts'
import { createHaproxyDataPlane } from './haproxy.ts'

const open = () => createHaproxyDataPlane({ limits: { ...usualLimits, drainMs: 1_000 } })

if (spawnSync('haproxy', ['-v']).error === undefined) {
  describeDataPlane('HAProxy', open)
  describeProtocols('HAProxy', open)
} else it.skip('HAProxy: not installed here')
