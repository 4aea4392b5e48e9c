import { parentPort } from 'node:worker_threads'
import { runTextTask, type TextTask } from './text-task.ts'

// The whole of the thread that `TextThread` starts: one task after another.
parentPort?.on('message', (task: TextTask) => parentPort?.postMessage(runTextTask(task)))
