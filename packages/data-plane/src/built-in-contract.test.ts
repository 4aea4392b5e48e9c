import { createBuiltInDataPlane } from './built-in.ts'
import type { DataPlane } from './data-plane.ts'
import { describeDataPlane } from './data-plane-contract.testing.ts'
import { describeProtocols } from './data-plane-contract-protocols.testing.ts'
import { createHttpServing } from './http/serving.ts'
import { usualLimits } from './limits.ts'

const open = async (): Promise<DataPlane> => {
  const limits = { ...usualLimits, drainMs: 1_000 }
  const [now, random] = [Date.now, Math.random]
  return createBuiltInDataPlane({
    http: createHttpServing({ limits, now, random }),
    limits,
    now,
    random,
    retryMs: 100,
  })
}

describeDataPlane('The built-in proxy', open)
describeProtocols('The built-in proxy', open)
