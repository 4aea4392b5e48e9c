import type {
  ConditionRow,
  FleetRow,
  ObjectAnswer,
  RulesAnswer,
  TimelineAnswer,
  Transition,
  TreeEntry,
  Weight,
} from '../src/answers.ts'

/** The instant that everything canned counts from. */
export const now: number = Date.now()

const ago = (minutes: number): string => new Date(now - minutes * 60_000).toISOString()

/** What somebody could call an object to do harm: markup, letters that turn round what follows, and very many of them. */
export const hostileNames = ['<img src=x onerror=alert(1)>', 'cod\u202Egnp.exe', 'x'.repeat(253)] as const

const cluster = (name: string) => ({ group: 'things.example', kind: 'Cluster', namespace: 'prod', name })
const machine = (name: string) => ({ ...cluster(name), kind: 'Machine' })

/** The cluster that is broken. */
export const broken: FleetRow = {
  ref: cluster('payments'),
  word: 'Unavailable',
  weight: 'wrong',
  sentence:
    'Cluster payments is not available: 1 of 3 control plane machines is not healthy; Node payments-cp-1 has not answered since 02:41',
  since: ago(23),
  cause: machine('payments-cp-1'),
  counters: [
    { name: 'control plane', have: 2, want: 3 },
    { name: 'workers', have: 5, want: 6 },
    { name: 'up to date', have: 8, want: 9 },
  ],
  conditions: { Available: 'False', Ready: 'False', 'listeners[https]:Programmed': 'Unknown' },
}

const row = (name: string, weight: Weight, given: Partial<FleetRow> = {}): FleetRow => ({
  ref: cluster(name),
  word: {
    wrong: 'Unavailable',
    unclear: 'Unknown',
    paused: 'Paused',
    underway: 'Creating',
    fine: 'Available',
  }[weight],
  weight,
  sentence:
    weight === 'fine' ? 'Everything is as it should be' : `Cluster ${name} waits for its control plane`,
  since: ago(name.length * 13),
  counters: [{ name: 'control plane', have: 3, want: 3 }],
  conditions: { Available: weight === 'fine' ? 'True' : 'False' },
  ...given,
})

const gateway = { group: 'net.example', kind: 'Gateway', namespace: 'edge', name: 'public' }

/** A small fleet with one of everything. */
export const smallFleet: readonly FleetRow[] = [
  broken,
  row('billing', 'unclear', {
    sentence: 'The workload cluster of billing cannot be reached, so nobody knows how its Nodes are',
  }),
  row('archive', 'paused', { sentence: 'Somebody paused Cluster archive' }),
  row('staging', 'underway', {
    counters: [
      { name: 'control plane', have: 1, want: 3 },
      { name: 'workers', have: 0, want: 4 },
    ],
  }),
  row('public', 'fine', {
    ref: gateway,
    counters: [{ name: 'routes', have: 12 }],
    conditions: { Programmed: 'True' },
  }),
  row('search', 'fine'),
  ...hostileNames.map((name) => row(name, 'fine', { sentence: name })),
]

/** As many rows as wanted, the first few not fine. */
export const largeFleet = (count: number): readonly FleetRow[] =>
  Array.from({ length: count }, (_, at) =>
    row(`cluster-${String(at).padStart(5, '0')}`, at < 5 ? 'wrong' : at < 40 ? 'underway' : 'fine', {
      counters: [
        { name: 'control plane', have: 3, want: 3 },
        { name: 'workers', have: 50 - (at % 3), want: 50 },
      ],
    }),
  )

const entry = (name: string, given: Partial<TreeEntry> = {}): TreeEntry => ({
  ref: machine(name),
  name,
  word: 'Ready',
  meaning: 'good',
  since: ago(600),
  children: [],
  ...given,
})

const condition = (type: string, given: Partial<ConditionRow> = {}): ConditionRow => ({
  type,
  address: type,
  status: 'True',
  reason: type,
  message: '',
  meaning: 'good',
  lastTransitionTime: ago(600),
  observedGeneration: 4,
  stale: false,
  ...given,
})

/** What is answered about one row. */
export const objectAnswer = (row: FleetRow): ObjectAnswer => ({
  upTo: 1,
  row,
  generation: 4,
  created: ago(60 * 24 * 40),
  deleting: false,
  tree: entry(row.ref.name, {
    ref: row.ref,
    word: row.word,
    meaning: row.weight === 'fine' ? 'good' : 'bad',
    children: [
      entry('ControlPlane', {
        ref: { ...row.ref, kind: 'ControlPlane', name: `${row.ref.name}-cp` },
        word: 'NotReady',
        meaning: 'progressing',
        reason: 'Degraded',
        children: [
          entry(`${row.ref.name}-cp-0`),
          entry(`${row.ref.name}-cp-1`, {
            word: 'NotReady',
            meaning: 'bad',
            reason: 'NodeNotReady',
            message: 'Node payments-cp-1: Kubelet stopped posting node status\nLast seen at 02:41',
            since: ago(23),
          }),
          entry(hostileNames[0], { word: hostileNames[0], message: hostileNames[1] }),
        ],
      }),
      entry('4 Machines', { ref: { ...machine('md-0') }, children: [entry('md-0-a'), entry('md-0-b')] }),
    ],
  }),
  conditions: [
    condition('Available', {
      status: 'False',
      meaning: 'bad',
      reason: 'NotAvailable',
      message: '* ControlPlane: 2 of 3 are healthy\n* Machine payments-cp-1: Node is gone',
      lastTransitionTime: ago(23),
    }),
    condition('UpToDate', {
      stale: true,
      observedGeneration: 3,
      owner: { ...row.ref, kind: 'ControlPlane', name: 'payments-cp' },
    }),
    condition('RemoteConnectionProbe', {
      status: 'Unknown',
      meaning: 'unknown',
      reason: 'ProbeFailed',
      message: hostileNames[0],
    }),
    condition('InfrastructureReady'),
  ],
  why:
    row.weight === 'fine'
      ? []
      : [
          {
            address: 'Available',
            sentence: row.sentence,
            path: [
              {
                ref: row.ref,
                address: 'Available',
                status: 'False',
                reason: 'NotAvailable',
                words: 'The control plane is not available',
                meaning: 'bad',
              },
              {
                ref: { ...row.ref, kind: 'ControlPlane', name: 'payments-cp' },
                address: 'Available',
                status: 'False',
                reason: 'Degraded',
                words: '2 of 3 machines are healthy',
                meaning: 'bad',
              },
              {
                ref: machine('payments-cp-1'),
                address: 'NodeHealthy',
                status: 'False',
                reason: 'NodeNotReady',
                words: 'Kubelet stopped posting node status',
                meaning: 'bad',
              },
            ],
            advice: [
              'Look at the machine itself: its kubelet has not answered for 23 minutes.',
              'If it does not come back, delete the Machine: another one takes its place.',
            ],
            commands: [
              'sitrep explain machine/payments-cp-1 -n prod',
              `kubectl describe node 'payments-cp-1'`,
            ],
          },
        ],
  commands: [
    `sitrep describe cluster/${row.ref.name} -n prod`,
    `kubectl get cluster ${row.ref.name} -n prod -o yaml`,
  ],
})

const minute = 60_000

/** Transitions, the newest first. */
export const transitions: readonly Transition[] = Array.from({ length: 30 }, (_, at) => ({
  id: 30 - at,
  at: now - at * 3 * minute,
  ref: machine(at === 3 ? hostileNames[0] : `payments-cp-${at % 3}`),
  address: at % 2 === 0 ? 'Ready' : 'NodeHealthy',
  from: at % 3 === 0 ? 'True' : 'Unknown',
  to: at % 3 === 0 ? 'False' : 'True',
  reason: at % 3 === 0 ? 'NodeNotReady' : 'NodeReady',
  message: at % 3 === 0 ? 'Kubelet stopped posting node status' : '',
  meaning: at % 3 === 0 ? 'bad' : 'good',
}))

/** What is answered about the past of an object. */
export const timelineAnswer: TimelineAnswer = {
  from: now - 120 * minute,
  to: now,
  lanes: [
    {
      address: 'Available',
      spans: [
        {
          from: now - 120 * minute,
          to: now - 110 * minute,
          status: 'Unknown',
          meaning: 'unknown',
          reason: 'WaitingForControlPlane',
          message: '',
        },
        {
          from: now - 110 * minute,
          to: now - 23 * minute,
          status: 'True',
          meaning: 'good',
          reason: 'Available',
          message: '',
        },
        {
          from: now - 23 * minute,
          status: 'False',
          meaning: 'bad',
          reason: 'NotAvailable',
          message: 'Machine payments-cp-1: Node is gone',
        },
      ],
    },
    {
      address: 'RemoteConnectionProbe',
      spans: [
        {
          from: now - 120 * minute,
          to: now - 112 * minute,
          status: 'Absent',
          meaning: 'muted',
          reason: '',
          message: '',
        },
        { from: now - 112 * minute, status: 'True', meaning: 'good', reason: 'ProbeSucceeded', message: '' },
      ],
    },
    {
      address: 'RollingOut',
      spans: [
        {
          from: now - 100 * minute,
          to: now - 80 * minute,
          status: 'True',
          meaning: 'progressing',
          reason: 'RollingOut',
          message: 'Rolling out 3 not up-to-date replicas',
        },
        { from: now - 80 * minute, status: 'False', meaning: 'good', reason: 'NotRollingOut', message: '' },
      ],
    },
  ],
  counters: [
    {
      name: 'control plane',
      points: [
        { at: now - 120 * minute, have: 0, want: 3 },
        { at: now - 110 * minute, have: 3, want: 3 },
        { at: now - 23 * minute, have: 2, want: 3 },
      ],
    },
    {
      name: 'workers',
      points: [
        { at: now - 120 * minute, have: 0, want: 4 },
        { at: now - 90 * minute, have: 4, want: 6 },
        { at: now - 60 * minute, have: 6, want: 6 },
      ],
    },
  ],
  below: transitions,
}

/** What is answered about rules; with a name, one row decides. */
export const rulesAnswer = (named: boolean): RulesAnswer => ({
  kinds: [
    { group: 'things.example', kind: 'Cluster' },
    { group: 'things.example', kind: 'Machine' },
    { group: 'net.example', kind: 'Gateway' },
  ],
  tables: [
    {
      address: 'Available',
      title: 'Whether the cluster serves',
      rows: [
        {
          words: 'the cluster is being deleted',
          status: 'False',
          reason: 'Deleting',
          decides: false,
          passedOver: named,
        },
        {
          words: 'its control plane is not available',
          status: 'False',
          reason: 'NotAvailable',
          decides: named,
          passedOver: false,
        },
        { words: 'otherwise', status: 'True', reason: 'Available', decides: false, passedOver: false },
      ],
    },
  ],
})
