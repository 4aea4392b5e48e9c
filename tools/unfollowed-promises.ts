// Loaded before every test file. The runner follows every promise to the test that made it, only to say whose an error was that nobody
// caught: that takes a tenth of the processor time of tests that talk to a server. Such an error ends the file with its stack instead.
import asyncHooks, { type HookCallbacks } from 'node:async_hooks'

const { createHook } = asyncHooks
Reflect.set(asyncHooks, 'createHook', (callbacks: HookCallbacks) =>
  createHook({ ...callbacks, trackPromises: false }),
)

for (const event of ['uncaughtException', 'unhandledRejection'])
  process.on(event, (error: unknown) => {
    console.error(error)
    process.exit(1)
  })
