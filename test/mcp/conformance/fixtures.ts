import { createHmac, timingSafeEqual } from 'node:crypto'
import {
  CLIENT_CAPABILITIES_META_KEY,
  type ContentBlock,
  type InputRequests,
  MissingRequiredClientCapabilityError,
  type ServerContext,
  type Tool,
} from '@modelcontextprotocol/server'
import { CODES, ProtocolFailure } from '../../../packages/mcp/src/failures.ts'
import type {
  Call,
  Layer,
  LayerPrompt,
  LayerResource,
  LayerTemplate,
  LayerTool,
} from '../../../packages/mcp/src/layer.ts'

/** A picture of one dot, and a sound of no length. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA='

const NOTHING = { type: 'object', properties: {} } as const
const pause = () => new Promise((resolve) => setTimeout(resolve, 50))
const text = (words: string): ContentBlock => ({ type: 'text', text: words })

type Work = (call: Call, args: Readonly<Record<string, unknown>>) => ReturnType<LayerTool['call']>

function tool(name: string, work: Work, inputSchema: Tool['inputSchema'] = NOTHING): LayerTool {
  return {
    definition: { name, description: `A fixture of the conformance suite`, inputSchema },
    call: (args, call) => work(call, (args ?? {}) as Record<string, unknown>),
  }
}

/** A tool that gives the same to everybody, which the way beside the SDK is for. */
function plain(name: string, content: ContentBlock[], isError?: true): LayerTool {
  const result = { content, ...(isError && { isError }) }
  return { ...tool(name, async () => result), isPlain: true }
}

const sdkOf = ({ sdk }: Call): ServerContext => {
  if (!sdk) throw new Error('A fixture that needs the SDK was called without it')
  return sdk
}
const declaredBy = (call: Call) => {
  const envelope = sdkOf(call).mcpReq.envelope as Record<string, unknown> | undefined
  return envelope?.[CLIENT_CAPABILITIES_META_KEY] as { sampling?: object; elicitation?: object } | undefined
}
const responses = (call: Call) =>
  sdkOf(call).mcpReq.inputResponses as Record<string, Record<string, unknown>> | undefined
const ask = (inputRequests: InputRequests | undefined, requestState?: string) => ({
  resultType: 'input_required' as const,
  ...(inputRequests && { inputRequests }),
  ...(requestState !== undefined && { requestState }),
})

type InputRequest = InputRequests[string]

function elicit(message: string, field: string, type: 'string' | 'boolean' = 'string'): InputRequest {
  const property = type === 'string' ? { type: 'string' as const } : { type: 'boolean' as const }
  const requestedSchema = { type: 'object' as const, properties: { [field]: property }, required: [field] }
  return { method: 'elicitation/create', params: { message, mode: 'form', requestedSchema } }
}
const SAMPLE: InputRequest = {
  method: 'sampling/createMessage',
  params: {
    messages: [{ role: 'user', content: { type: 'text', text: 'What is the capital of France?' } }],
    maxTokens: 100,
  },
}
const ROOTS: InputRequest = { method: 'roots/list', params: {} }

const sign = (state: string) => `${state}.${createHmac('sha256', 'fixture').update(state).digest('hex')}`
function verified(signed: unknown): string {
  const given = String(signed)
  const state = given.slice(0, given.lastIndexOf('.'))
  const [one, other] = [Buffer.from(sign(state)), Buffer.from(given)]
  if (one.length === other.length && timingSafeEqual(one, other)) return state
  throw new ProtocolFailure(CODES.invalidParams, 'The requestState is not the one that was given out.')
}

/** Asks for something and tells what came back; what does not fit is asked for again. */
function asking(name: string, inputRequests: InputRequests): LayerTool {
  return tool(name, async (call) => {
    const given = responses(call)
    const isWhole = Object.keys(inputRequests).every((key) => given?.[key])
    if (!isWhole) return ask(inputRequests, sign(name))
    return { content: [text(`Given: ${JSON.stringify(given)}`)] }
  })
}

const TOOLS: readonly LayerTool[] = [
  plain('test_simple_text', [text('This is a simple text response for testing.')]),
  plain('test_image_content', [{ type: 'image', data: PNG, mimeType: 'image/png' }]),
  plain('test_audio_content', [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }]),
  plain('test_embedded_resource', [
    {
      type: 'resource',
      resource: {
        uri: 'test://embedded-resource',
        mimeType: 'text/plain',
        text: 'This is an embedded resource content.',
      },
    },
  ]),
  plain('test_multiple_content_types', [
    text('Multiple content types test:'),
    { type: 'image', data: PNG, mimeType: 'image/png' },
    {
      type: 'resource',
      resource: {
        uri: 'test://mixed-content-resource',
        mimeType: 'application/json',
        text: '{"test":"data","value":123}',
      },
    },
  ]),
  plain('test_error_handling', [text('This tool intentionally returns an error for testing')], true),
  tool('test_tool_with_progress', async (call) => {
    const { _meta, notify } = sdkOf(call).mcpReq
    for (const progress of [0, 50, 100]) {
      if (_meta?.progressToken !== undefined) {
        await notify({
          method: 'notifications/progress',
          params: { progressToken: _meta.progressToken, progress, total: 100 },
        })
      }
      await pause()
    }
    return { content: [text('Done')] }
  }),
  tool('test_tool_with_logging', async (call) => {
    for (const words of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await sdkOf(call).mcpReq.log('info', words)
      await pause()
    }
    return { content: [text('Done')] }
  }),
  tool('test_logging_tool', async (call) => {
    await sdkOf(call).mcpReq.log('info', 'Only for who asked')
    return { content: [text('Done')] }
  }),
  tool('test_missing_capability', async (call) => {
    const declared = declaredBy(call)
    if (!declared?.sampling)
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } })
    return { content: [text('Declared')] }
  }),
  tool('test_streaming_elicitation', async (call) =>
    responses(call)?.name ? { content: [text('Done')] } : ask({ name: elicit('What is your name?', 'name') }),
  ),
  tool('test_input_required_result_elicitation', async (call) => {
    const name = (responses(call)?.user_name?.content as { name?: unknown } | undefined)?.name
    if (typeof name !== 'string') return ask({ user_name: elicit('What is your name?', 'name') })
    return { content: [text(`Hello, ${name}!`)] }
  }),
  asking('test_input_required_result_sampling', { capital_question: SAMPLE }),
  asking('test_input_required_result_list_roots', { client_roots: ROOTS }),
  asking('test_input_required_result_multiple_inputs', {
    user_name: elicit('What is your name?', 'name'),
    capital_question: SAMPLE,
    client_roots: ROOTS,
  }),
  tool('test_input_required_result_request_state', async (call) => {
    const given = responses(call)
    const state = sdkOf(call).mcpReq.requestState()
    if (!given?.confirm) return ask({ confirm: elicit('Please confirm', 'ok', 'boolean') }, sign('one'))
    verified(state)
    return { content: [text('state-ok')] }
  }),
  tool('test_input_required_result_multi_round', async (call) => {
    const given = responses(call)
    const state = sdkOf(call).mcpReq.requestState()
    if (state === undefined) return ask({ step1: elicit('Step 1: What is your name?', 'name') }, sign('one'))
    if (verified(state) === 'one' && given?.step1) {
      return ask({ step2: elicit('Step 2: What is your favourite colour?', 'color') }, sign('two'))
    }
    return { content: [text(`Done: ${JSON.stringify(given)}`)] }
  }),
  tool('test_input_required_result_tampered_state', async (call) => {
    const state = sdkOf(call).mcpReq.requestState()
    if (state === undefined) return ask({ confirm: elicit('Please confirm', 'ok', 'boolean') }, sign('one'))
    verified(state)
    return { content: [text('state-ok')] }
  }),
  tool('test_input_required_result_capabilities', async (call) => {
    const declared = declaredBy(call)
    const requests = {
      ...(declared?.sampling && { capital_question: SAMPLE }),
      ...(declared?.elicitation && { user_name: elicit('What is your name?', 'name') }),
    }
    return Object.keys(requests).length > 0 && !responses(call) ? ask(requests) : { content: [text('Done')] }
  }),
  tool('json_schema_2020_12_tool', async () => ({ content: [text('Done')] }), {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: {
      address: {
        $anchor: 'addressDef',
        type: 'object',
        properties: { street: { type: 'string' }, city: { type: 'string' } },
      },
    },
    properties: {
      name: { type: 'string' },
      address: { $ref: '#/$defs/address' },
      contactMethod: { type: 'string', enum: ['phone', 'email'] },
      phone: { type: 'string' },
      email: { type: 'string' },
    },
    allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
    if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: ['phone'] },
    else: { required: ['email'] },
    additionalProperties: false,
  }),
]

function resource(uri: string, mimeType: string, body: { text: string } | { blob: string }): LayerResource {
  return {
    definition: { uri, name: uri.slice('test://'.length), mimeType },
    read: async () => ({ uri, mimeType, ...body }),
  }
}

const TEMPLATE: LayerTemplate = {
  definition: { uriTemplate: 'test://template/{id}/data', name: 'data', mimeType: 'application/json' },
  match: (uri) => /^test:\/\/template\/(?<id>[^/]+)\/data$/.exec(uri)?.groups,
  read: async (uri, { id }) => ({
    uri,
    mimeType: 'application/json',
    text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
  }),
}

type Messages = { role: 'user'; content: ContentBlock }[]

function prompt(
  name: string,
  args: readonly string[],
  write: (args: Readonly<Record<string, string>>) => Messages,
): LayerPrompt {
  return {
    definition: {
      name,
      description: 'A fixture',
      arguments: args.map((one) => ({ name: one, required: true })),
    },
    get: (given) => ({ messages: write(given) }),
  }
}

const PROMPTS: readonly LayerPrompt[] = [
  prompt('test_simple_prompt', [], () => [
    { role: 'user', content: text('This is a simple prompt for testing.') },
  ]),
  prompt('test_prompt_with_arguments', ['arg1', 'arg2'], ({ arg1, arg2 }) => [
    { role: 'user', content: text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`) },
  ]),
  prompt('test_prompt_with_embedded_resource', ['resourceUri'], ({ resourceUri = '' }) => [
    {
      role: 'user',
      content: {
        type: 'resource',
        resource: {
          uri: resourceUri,
          mimeType: 'text/plain',
          text: 'Embedded resource content for testing.',
        },
      },
    },
    { role: 'user', content: text('Please process the embedded resource above.') },
  ]),
  prompt('test_prompt_with_image', [], () => [
    { role: 'user', content: { type: 'image', data: PNG, mimeType: 'image/png' } },
    { role: 'user', content: text('Please analyze the image above.') },
  ]),
  {
    definition: { name: 'test_input_required_result_prompt', description: 'A fixture' },
    async get(_, call) {
      const context = (responses(call)?.user_context?.content as { context?: string } | undefined)?.context
      if (context === undefined)
        return ask({ user_context: elicit('What context should the prompt use?', 'context') })
      return { messages: [{ role: 'user', content: text(`In the context ${context}`) }] }
    },
  },
]

/** What the conformance suite calls, as a layer like the product's own. */
export const FIXTURES: Layer = {
  info: { name: 'fixtures', version: '1.0.0' },
  instructions: 'Fixtures of the conformance suite',
  tools: TOOLS,
  resources: [
    resource('test://static-text', 'text/plain', {
      text: 'This is the content of the static text resource.',
    }),
    resource('test://static-binary', 'image/png', { blob: PNG }),
  ],
  templates: [TEMPLATE],
  prompts: PROMPTS,
  complete: async (_, typed) => ['paris', 'park', 'party'].filter((word) => word.startsWith(typed)),
  capabilities: { logging: {} },
}
