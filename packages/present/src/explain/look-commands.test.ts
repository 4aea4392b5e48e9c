import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { shellQuote } from '../shell-quote.ts'
import { lookCommands, type Reach } from './look-commands.ts'

describe('The commands that show a cause', () => {
  const live: Reach = { kubectl: ['--context', 'prod'], sitrep: ['--context', 'prod'] }
  const files: Reach = { sitrep: ['-f', 'my bundle'] }
  const machine = { group: 'cluster.x-k8s.io', kind: 'Machine', namespace: 'prod', name: 'm-1' }
  const node = { group: '', kind: 'Node', name: 'n-1', cluster: 'prod/blue' }
  type Case = [
    name: string,
    given: Parameters<typeof lookCommands>,
    lines: readonly string[],
    because: string,
  ]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['a computed condition', [{ ref: machine, type: 'Ready', computed: true }, live],  ['sitrep explain machine/m-1 -n prod --condition Ready --context prod', 'kubectl describe machine.cluster.x-k8s.io/m-1 -n prod --context prod'], 'both can show it'],
    ['a reported condition', [{ ref: machine, type: 'Ready', computed: false }, live], ['kubectl describe machine.cluster.x-k8s.io/m-1 -n prod --context prod', 'sitrep explain machine/m-1 -n prod --context prod'],                   'whoever reports it says more'],
    ['what is known already', [{ ref: machine, type: 'Ready', computed: true, known: true }, live], ['sitrep describe machine/m-1 -n prod --context prod', 'kubectl describe machine.cluster.x-k8s.io/m-1 -n prod --context prod'], 'what stands around it says more'],
    ['a watcher that was named', [{ ref: machine, type: 'Ready', computed: true }, { sitrep: [], watcher: ['--api', 'http://a'] }], ['sitrep explain machine/m-1 -n prod --condition Ready --api http://a'], 'it is asked again'],
    ['a tree beside a watcher', [{ ref: machine, type: 'Ready', computed: true, known: true }, { sitrep: [], watcher: ['--api', 'http://a'] }], ['sitrep describe machine/m-1 -n prod'], 'sitrep describe does not ask it'],
    ['from files',           [{ ref: machine, type: 'Ready', computed: true }, files], ["sitrep explain machine/m-1 -n prod --condition Ready -f 'my bundle'"],                                                                          'there may be no cluster any more'],
    ['a call of its own',    [{ ref: machine, type: 'Ready', computed: true }, { ...files, calledAs: 'node bin/sitrep.mjs' }], ["node bin/sitrep.mjs explain machine/m-1 -n prod --condition Ready -f 'my bundle'"],                                  'it is not on the PATH there'],
    ['a workload cluster',   [{ ref: node, type: 'Ready', computed: false }, live],    ["kubectl get secret blue-kubeconfig -n prod --context prod -o 'jsonpath={.data.value}' | base64 -d > blue.kubeconfig", 'kubectl --kubeconfig blue.kubeconfig describe node/n-1'], 'its credentials lie in a Secret'],
    ['a hostile name',       [{ ref: { ...machine, name: "$(rm -rf ~);'`x`" }, type: 'Ready', computed: true }, files], ["sitrep explain 'machine/$(rm -rf ~);'\\''`x`' -n prod --condition Ready -f 'my bundle'"],          'a shell runs none of it'],
  ]
  for (const [name, given, lines, because] of cases)
    it(`${name}, because ${because}`, () => assert.deepEqual(lookCommands(...given), lines))

  it('quotes the empty word', () => assert.equal(shellQuote(''), "''"))
})
