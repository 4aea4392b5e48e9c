import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { endpoints, gateway, gatewayClass, listener, route, service } from '@sitrep/gateway-api/testing'
import { runLine } from '../src/testing.ts'
import { type GatewayStory, openGatewayStory, ours, theirs } from './gateways.testing.ts'

const edge = { name: 'edge', namespace: 'infra' }
const web = { ...edge, sectionName: 'web' }
const certificateRefs = [{ name: 'cert' }]
const tls = listener({ name: 'tls', port: 443, protocol: 'HTTPS', tls: { certificateRefs } })
const paid = [{ backendRefs: [{ name: 'pay', namespace: 'bank', port: 8080 }] }]
const objects = [
  gatewayClass('ours', ours),
  gatewayClass('theirs', theirs),
  gateway({ listeners: [listener(), tls] }),
  gateway({ gatewayClassName: 'theirs' }, { name: 'other', namespace: 'infra' }),
  service(),
  endpoints(),
  route({ parentRefs: [web, { ...edge, sectionName: 'tls' }], rules: paid }),
  route({ parentRefs: [web, { name: 'lost' }] }, { name: 'half' }),
  route({ parentRefs: [{ name: 'other', namespace: 'infra' }] }, { name: 'foreign' }),
]

const mine = `--gateway-class-controller ${ours}`

type Case = [line: string, code: number, says: readonly RegExp[], because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['get gatewayclasses',                            0, [/NAME +CONTROLLER +ACCEPTED +AGE/, /ours +a\.example\/ours +True/],                                       'these are the columns of a class'],
  ['get gateways -n infra',                         0, [/NAME +CLASS +ADDRESS +PORTS +PROGRAMMED +AGE/, /edge +ours +127\.0\.0\.2 +80,443 +True/],              'a server prints one port, we all of them'],
  ['get gtw -n infra -o wide',                      0, [/AGE +ACCEPTED +ROUTES/, /edge .* True +2,1/],                                                            'the routes of each listener are counted'],
  ['get httproutes -n shop',                        0, [/HOSTNAMES +PARENT REFS +ACCEPTED +RESOLVED +AGE/, /cart +edge,edge +True +False/, /half +edge,lost +Partial +Partial/, /foreign +other +Unknown +Unknown/], 'one word over all parents, also over those that nobody reports on'],
  ['describe gateway/edge -n infra',                0, [/Listener web, HTTP 80 +Programmed: True/, /HTTPRoute shop\/cart +ResolvedRefs: False/, /Backend Service shop\/cart +–/, /Listener tls, HTTPS 443 +Accepted: False/], 'listeners, their routes, and where those lead'],
  ['describe httproute/half -n shop',               0, [/Parent Gateway infra\/edge, web +Programmed: True/, /Parent Gateway lost +missing/],                     'a route shows what it says at each parent'],
  [`explain gateway/edge -n infra ${mine}`,         1, [/^Gateway infra\/edge has not been able to .* Secret infra\/cert does not exist/, /What usually helps:\n +The Secret of the listener is missing/], 'down to the Secret'],
  [`explain httproute/cart -n shop ${mine}`,        1, [/No ReferenceGrant in namespace bank permits/, /no ReferenceGrant allows it: make one there/],                   'down to the grant'],
  [`explain httproute/half -n shop ${mine}`,        1, [/^HTTPRoute shop\/half parents\[Gateway\/shop\/lost\] has no condition Accepted: its Gateway does not exist/], 'nobody reports on that parent'],
  [`explain httproute/foreign -n shop ${mine}`,     1, [/another controller serves its Gateway/],                                                                 'it is not ours to say'],
  ['wait httproute/cart -n shop --for=Accepted --timeout 0',            0, [/It holds/],                                                                         'all of its parents take it'],
  [`wait httproute/half -n shop --for=Accepted --timeout 0 ${mine}`,    1, [/nothing is reported about parent lost/, /its Gateway does not exist/],              'one of its parents says nothing'],
  ['wait gateway/edge -n infra --for=listeners[web]:Programmed --timeout 0', 0, [/It holds/],                                                                    'one listener is asked for'],
  [`wait gateway/edge -n infra --for=listeners[tls]:Programmed --timeout 0 ${mine}`, 1, [/The listener is not accepted/, /Secret infra\/cert does not exist/],     'that listener has no certificate'],
  ['lint gateways,httproutes,gatewayclasses -A',    0, [/nothing to complain about/],                                                                             'we keep the conventions ourselves'],
  ['history gateway/edge -n infra',                 0, [/listeners\[tls\]:Accepted +→ False .* InvalidCertificateRef/],                                           'entries have a history too'],
  ['history httproute/cart -n shop',                0, [/parents\[a\.example\/ours\|Gateway\/infra\/edge\/web\]:ResolvedRefs +→ False/],                          'entries have a history too'],
]

describe('The command line on Gateways of a server', () => {
  let story: GatewayStory
  const folder = mkdtempSync(join(tmpdir(), 'sitrep-gateways-'))
  const kubeconfig = join(folder, 'kubeconfig')
  before(async () => {
    story = await openGatewayStory()
    writeFileSync(kubeconfig, story.server.kubeconfig)
    await story.create(...objects)
    const running = story.start()
    story.tell(gateway(), {
      addresses: [{ type: 'IPAddress', value: '127.0.0.2' }],
      listeners: [{ name: 'web', bound: true, probed: true }],
      generations: { 'Gateway/infra/edge': 1, 'HTTPRoute/shop/cart': 1, 'HTTPRoute/shop/half': 1 },
    })
    await running.settled()
  })
  after(async () => {
    await story.close()
    rmSync(folder, { recursive: true })
  })

  for (const [line, code, says, because] of cases) {
    it(`${line}, because ${because}`, async () => {
      const ran = await runLine([...line.split(' '), '--kubeconfig', kubeconfig], {
        env: { HOME: folder },
        now: new Date().toISOString(),
      })
      const text = [...ran.out, ...ran.err].join('\n')
      assert.equal(ran.code, code, text)
      for (const pattern of says) assert.match(text, pattern)
    })
  }
})
