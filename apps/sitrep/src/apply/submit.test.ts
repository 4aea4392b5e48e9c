import { describe } from 'node:test'
import { openApplyServer } from './server.testing.ts'
import { describeSubmit } from './submit-contract.testing.ts'

describe('sitrep apply without --wait, on the embedded server', () => describeSubmit(openApplyServer))
