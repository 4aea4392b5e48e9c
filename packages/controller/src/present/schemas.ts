/** JSON Schemas of what the read-only API answers, for those who build on it. */
export const schemas = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $defs: {
    ref: {
      description: 'Names one object. Without a cluster it is the management cluster.',
      type: 'object',
      required: ['group', 'kind', 'name'],
      properties: {
        cluster: {
          type: 'string',
          description: '<namespace>/<name> of the Cluster that the object lives in',
        },
        group: { type: 'string' },
        kind: { type: 'string' },
        namespace: { type: 'string' },
        name: { type: 'string' },
      },
    },
    condition: {
      type: 'object',
      required: ['type', 'status', 'reason', 'message'],
      properties: {
        type: { type: 'string' },
        status: { enum: ['True', 'False', 'Unknown'] },
        reason: { type: 'string' },
        message: { type: 'string' },
        observedGeneration: { type: 'integer' },
        lastTransitionTime: { type: 'string', format: 'date-time' },
      },
    },
    objects: {
      description: 'GET /api/v1/objects?group=&kind=&namespace=&name=',
      type: 'object',
      properties: {
        items: {
          type: 'array',
          items: { type: 'object', properties: { ref: { $ref: '#/$defs/ref' }, status: { type: 'object' } } },
        },
      },
    },
    explanation: {
      description:
        'GET /api/v1/explain?group=&kind=&namespace=&name=&type=, where type is an address: Ready, listeners[https]:Programmed',
      type: 'object',
      required: ['ref', 'type', 'reads', 'inputs', 'causes'],
      properties: {
        ref: { $ref: '#/$defs/ref' },
        type: { type: 'string' },
        at: {
          type: 'string',
          description: 'The list in which it stands, as in an address; absent for status.conditions',
        },
        condition: { $ref: '#/$defs/condition' },
        expected: { $ref: '#/$defs/condition' },
        chosen: {
          type: 'array',
          description: 'What the deciding pass chose besides, with the rows that chose',
        },
        decision: {
          type: 'object',
          description: 'How it was decided: the row in words, the rows passed over, the sources',
        },
        decidedBy: { $ref: '#/$defs/ref' },
        reads: { type: 'array', description: 'All that the deciding pass read, with the answers' },
        inputs: { type: 'array', description: 'What the decision rests on, with values' },
        causes: { type: 'array', items: { $ref: '#/$defs/explanation' } },
      },
    },
    history: {
      description: 'GET /api/v1/history?group=&kind=&namespace=&name=&since=',
      type: 'object',
      properties: {
        items: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              at: { type: 'integer', description: 'milliseconds since the epoch' },
              type: { type: 'string' },
              from: { type: 'string' },
              to: { type: 'string' },
              reason: { type: 'string' },
              message: { type: 'string' },
            },
          },
        },
      },
    },
    disagreements: {
      description: 'GET /api/v1/disagreements',
      type: 'object',
      properties: {
        items: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              group: { type: 'string' },
              kind: { type: 'string' },
              type: { type: 'string' },
              count: { type: 'integer' },
              examples: { type: 'array' },
            },
          },
        },
      },
    },
    change: {
      description: 'GET /api/v1/changes, an event stream; each event is named status',
      type: 'object',
      properties: {
        at: { type: 'string', format: 'date-time' },
        ref: { $ref: '#/$defs/ref' },
        status: { type: ['object', 'null'] },
        because: { type: 'array' },
        problems: { type: 'array', items: { type: 'string' } },
      },
    },
  },
} as const
