import type {
  CallToolResult,
  GetPromptResult,
  Implementation,
  InputRequiredResult,
  Prompt,
  ReadResourceResult,
  Resource,
  ResourceTemplateType,
  ServerCapabilities,
  ServerContext,
  Tool,
} from '@modelcontextprotocol/server'
import type { Context } from '@x-md/core/operations/operation.ts'

/** The revisions that are spoken, the newest first. The first is the modern era, the others are the legacy one. */
export const REVISIONS = ['2026-07-28', '2025-11-25', '2025-06-18'] as const
export const MODERN = REVISIONS[0]

export type Era = 'modern' | 'legacy'

/** What a call may cost its caller: the quotas that it draws from. */
export type Scope = 'read' | 'search' | 'import' | 'feedback'

/**
 * How posts are handed over: `lean`, once, as text, with structured content that holds only what programs need
 * to go on; `full`, with that text in the structured content too, for hosts that show a model nothing else.
 */
export type Handing = 'lean' | 'full'

/** One call, as tools, resources and prompts see it. */
export interface Call {
  /** What operations use; its signal is aborted when the caller has left or has cancelled. */
  readonly context: Context
  readonly handing: Handing
  /** Its caller has no allowance left: only what is kept may be given. */
  readonly isKeptOnly?: boolean
  /** To be called when the call turned out to have cost nothing. */
  free?(): void
  /** To be called when the caller has used something up and has to wait, with the seconds. */
  wait?(seconds: number): void
  /** Its client can put a question to a person while the call is under way. */
  readonly canAsk?: boolean
  /** What the SDK knows of the call; absent where it had no part in it. */
  readonly sdk?: ServerContext
}

export interface LayerTool {
  readonly definition: Tool
  readonly scope?: Scope
  readonly isFreeWhenKept?: boolean
  /** Its call is a question and an answer, with nothing between, so it needs no SDK. */
  readonly isPlain?: boolean
  /**
   * @param args what the client sent as arguments
   * @throws ProtocolFailure, NotKept, or anything else for a fault of our own
   */
  call(args: unknown, call: Call): Promise<CallToolResult | InputRequiredResult>
}

/** Something that can be read under an address of its own, or under all that a template describes. */
export interface LayerResource {
  readonly definition: Resource
  read(call: Call): Promise<ReadResourceResult['contents'][number]>
}

export interface LayerTemplate {
  readonly definition: ResourceTemplateType
  readonly scope?: Scope
  /** The parts that an address gives the template's variables; undefined where it is no address of it. */
  match(uri: string): Readonly<Record<string, string>> | undefined
  read(
    uri: string,
    parts: Readonly<Record<string, string>>,
    call: Call,
  ): Promise<ReadResourceResult['contents'][number]>
}

export interface LayerPrompt {
  readonly definition: Prompt
  /** @throws ProtocolFailure */
  get(
    args: Readonly<Record<string, string>>,
    call: Call,
  ): GetPromptResult | Promise<GetPromptResult | InputRequiredResult>
}

/** Ends of words that a client may offer to whoever types an argument of a prompt or a template. */
export type Complete = (
  of: { kind: 'prompt' | 'template'; name: string; argument: string },
  typed: string,
  call: Call,
) => Promise<readonly string[]>

/** All that a server offers, whatever the transport and the era. */
export interface Layer {
  readonly info: Implementation
  readonly instructions: string
  readonly tools: readonly LayerTool[]
  readonly resources: readonly LayerResource[]
  readonly templates: readonly LayerTemplate[]
  readonly prompts: readonly LayerPrompt[]
  readonly complete?: Complete
  /** Capabilities beyond those that follow from what is offered. */
  readonly capabilities?: ServerCapabilities
}
