/** The server that is killed: a process of its own over a folder and a port that stay the same. */
import { startApiServer } from '../../src/index.ts'

const [data = '', port = '0'] = process.argv.slice(2)
const started = await startApiServer({ data, port: Number(port) })
console.log(JSON.stringify({ url: started.url, token: started.token, authority: started.authority }))
