import { describe } from 'node:test'
import { describeDelete } from './delete-contract.testing.ts'
import { openApplyServer } from './server.testing.ts'

describe('sitrep delete, on the embedded server', () => describeDelete(openApplyServer))
