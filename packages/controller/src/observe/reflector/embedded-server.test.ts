import { describe } from 'node:test'
import { openTestCluster } from '../../testing.ts'
import { tellServerStories } from './server-stories.testing.ts'

describe('A reflector of the embedded server', () => {
  tellServerStories(() => openTestCluster([]))
})
