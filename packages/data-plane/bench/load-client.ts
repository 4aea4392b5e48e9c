// Asks for `/` on so many connections for so many seconds, and prints what came of it.
import { connect } from 'node:net'

const [port, connections, seconds] = process.argv.slice(2).map(Number)
const request = Buffer.from('GET / HTTP/1.1\r\nHost: bench.example\r\n\r\n')
const times: number[] = []
const until = performance.now() + (seconds ?? 1) * 1_000
const begun = performance.now()

await Promise.all(
  Array.from(
    { length: connections ?? 1 },
    () =>
      new Promise<void>((resolve, reject) => {
        const socket = connect(port ?? 0, '127.0.0.1')
        let asked = 0
        const ask = (): void => {
          asked = performance.now()
          socket.write(request)
        }
        socket.once('connect', ask)
        // The answers are short: each comes in one piece.
        socket.on('data', () => {
          const now = performance.now()
          times.push(now - asked)
          if (now < until) ask()
          else {
            socket.destroy()
            resolve()
          }
        })
        socket.once('error', reject)
      }),
  ),
)
times.sort((a, b) => a - b)
const took = (performance.now() - begun) / 1_000
const p99Ms = times[Math.floor(times.length * 0.99)] ?? 0
console.log(JSON.stringify({ requestsPerSecond: times.length / took, p99Ms }))
