import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http'
import type { Duplex } from 'node:stream'
import { connect, type TLSSocket } from 'node:tls'
import type { EtcdCredentials } from './credentials.ts'

/** One member as etcd lists it. */
export interface EtcdMember {
  readonly id: string
  /** Empty until the member has started for the first time. */
  readonly name: string
  readonly isLearner: boolean
  readonly alarms: readonly string[]
}

/** What one member of etcd answers when it is asked about the cluster. */
export type EtcdAnswer =
  | { readonly members: readonly EtcdMember[]; readonly leader?: string }
  | {
      readonly failedAt: 'connect' | 'members' | 'alarms'
      readonly error: string
      readonly members?: readonly EtcdMember[]
      readonly leader?: string
    }

// A cluster of etcd has a handful of members; whatever answers with more bytes than this is something else.
const mostBytes = 1024 * 1024

/**
 * Asks the member at the other end of a stream for its status, the members and the alarms, in this order, through the JSON gateway on
 * its client port. What it cannot answer in time is part of the answer.
 */
export async function askEtcd(
  stream: Duplex,
  credentials: EtcdCredentials,
  timeoutMs: number,
): Promise<EtcdAnswer> {
  const asking = new Asking(stream, credentials, timeoutMs)
  let failedAt: 'connect' | 'members' | 'alarms' = 'connect'
  let seen: { readonly members?: readonly EtcdMember[]; readonly leader?: string } = {}
  try {
    const { leader } = await asking.post('/v3/maintenance/status', {})
    const known = typeof leader === 'string' && leader !== '0' ? { leader } : {}
    failedAt = 'members'
    // Linearizable: a member that has lost the others must not answer from memory.
    const members = membersIn(await asking.post('/v3/cluster/member/list', { linearizable: true }))
    seen = { members, ...known }
    if (!members.some(({ id }) => id === leader)) return { members, ...known }
    failedAt = 'alarms'
    const alarms = alarmsIn(await asking.post('/v3/maintenance/alarm', { action: 'GET' }))
    return {
      members: members.map((member) => ({ ...member, alarms: alarms.get(member.id) ?? [] })),
      ...known,
    }
  } catch (error) {
    return { failedAt, error: error instanceof Error ? error.message : String(error), ...seen }
  } finally {
    asking.close()
  }
}

type Json = Readonly<Record<string, unknown>>

class Asking {
  readonly #agent: Agent
  readonly #socket: TLSSocket
  readonly #stream: Duplex
  readonly #deadline: NodeJS.Timeout
  readonly #ready: Promise<void>
  readonly #broken: Promise<never>

  constructor(stream: Duplex, { authority, client }: EtcdCredentials, timeoutMs: number) {
    const socket = connect({
      socket: stream,
      ca: authority,
      cert: client.certificate,
      key: client.key,
      // The tunnel has chosen the Pod already; what counts is that etcd's own authority vouches for whoever answers.
      checkServerIdentity: () => undefined,
    })
    this.#socket = socket
    this.#stream = stream
    this.#ready = new Promise((resolve) => socket.once('secureConnect', resolve))
    this.#broken = new Promise((_, reject) => {
      // Either end may close before the other has said what was wrong.
      const closed = (): NodeJS.Immediate =>
        setImmediate(() => reject(socket.errored ?? stream.errored ?? new Error('the connection was closed')))
      for (const end of [stream, socket]) end.once('error', closed).once('close', closed)
      if (stream.destroyed) closed()
    })
    // It breaks in the end whenever it is closed, and then nobody waits for it any more.
    this.#broken.catch(() => {})
    this.#deadline = setTimeout(() => stream.destroy(new Error('no answer in time')), timeoutMs)
    this.#agent = new Agent({ keepAlive: true, maxSockets: 1 })
    this.#agent.createConnection = () => socket
  }

  async post(path: string, body: Json): Promise<Json> {
    await Promise.race([this.#ready, this.#broken])
    const text = JSON.stringify(body)
    const response = new Promise<IncomingMessage>((resolve, reject) => {
      const call: ClientRequest = request({
        agent: this.#agent,
        host: 'etcd',
        path,
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) },
      })
      call.on('response', resolve)
      call.on('error', reject)
      call.end(text)
    })
    return Promise.race([response.then(answerIn), this.#broken])
  }

  close(): void {
    clearTimeout(this.#deadline)
    this.#agent.destroy()
    this.#socket.destroy()
    this.#stream.destroy()
  }
}

async function answerIn(response: IncomingMessage): Promise<Json> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > mostBytes) throw new Error('the answer is too long')
    chunks.push(chunk)
  }
  const answer = parsed(Buffer.concat(chunks).toString('utf8'))
  if (response.statusCode === 200 && answer !== undefined) return answer
  const message = answer?.message ?? answer?.error
  throw new Error(typeof message === 'string' ? message : `HTTP ${response.statusCode}`)
}

function parsed(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Json) : undefined
  } catch {
    return undefined
  }
}

const listOf = (value: unknown): readonly Json[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item !== null) : []

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

// The gateway writes 64-bit numbers as texts and leaves out what is empty or false.
function membersIn({ members }: Json): readonly EtcdMember[] {
  return listOf(members)
    .map((member) => ({
      id: textOf(member.ID),
      name: textOf(member.name),
      isLearner: member.isLearner === true,
      alarms: [],
    }))
    .sort((a, b) => (a.name === b.name ? compare(a.id, b.id) : compare(a.name, b.name)))
}

function alarmsIn({ alarms }: Json): ReadonlyMap<string, readonly string[]> {
  const byMember = new Map<string, string[]>()
  for (const { memberID, alarm } of listOf(alarms)) {
    const id = textOf(memberID)
    byMember.set(id, [...(byMember.get(id) ?? []), textOf(alarm)].sort())
  }
  return byMember
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
