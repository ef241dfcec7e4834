import { isObject, type JsonObject } from './exchange.ts'
import { plainCell, plainText } from './plain-text.ts'
import type { Era, ProbeReport, Step } from './report.ts'
import type { Size, ToolReport } from './tool-sizes.ts'

const LABEL = 15
const LINE = 300
const STDERR_LINES = 5

const ERAS: Readonly<Record<Era, string>> = {
  both: 'both: 2026-07-28, and the handshake of older revisions',
  modern: 'modern: 2026-07-28 or later, no handshake',
  legacy: 'legacy: the handshake of revisions up to 2025-11-25',
  unknown: 'unknown: it lists tools, but answers neither initialize nor server/discover',
}

/** A report for people. Columns are as wide for every server; a server's texts cannot drive a terminal. */
export function reportTable(report: ProbeReport): string {
  const sections = [
    summary(report),
    steps(report.steps),
    roundTrips(report),
    headers(report),
    report.tools ? toolTable(report.tools) : [],
    call(report),
    stdio(report),
  ]
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => line.trimEnd()).join('\n'))
    .join('\n\n')
}

function summary(report: ProbeReport): string[] {
  const { target, problem, era, server, session, instructions, transport } = report
  return [
    label('target', [target].flat().join(' ')),
    ...(problem === null ? [] : [label('no MCP', problem)]),
    ...(era ? [label('era', ERAS[era])] : []),
    ...(server ? [label('server', [server.name, server.version].filter(Boolean).join(' '))] : []),
    ...(era ? report.initialize : []).map(({ asked, answered }) =>
      label('initialize', `${asked} answered with ${answered ?? 'no version'}`),
    ),
    ...(report.supported_versions ? [label('supported', report.supported_versions.join(', '))] : []),
    ...capabilities(report.capabilities),
    ...(era ? [label('instructions', instructions ? sized(instructions) : 'none')] : []),
    ...(era && transport === 'http' ? [label('session', sessions(session))] : []),
  ]
}

function capabilities({ legacy, modern }: ProbeReport['capabilities']): string[] {
  const [old, recent] = [legacy && families(legacy), modern && families(modern)]
  if (old === null || recent === null || old === recent) {
    const known = recent ?? old
    return known === null ? [] : [label('capabilities', known)]
  }
  return [label('capabilities', `${recent} (modern); ${old} (legacy)`)]
}

/** Each family, with what it promises inside. */
function families(value: JsonObject): string {
  const named = Object.entries(value).map(([family, inside]) => {
    const promised = isObject(inside) ? Object.keys(inside).filter((key) => inside[key] === true) : []
    return promised.length > 0 ? `${family} (${promised.join(', ')})` : family
  })
  return named.join(', ') || 'none'
}

function sessions({ given, required }: ProbeReport['session']): string {
  if (!given) return 'none: no Mcp-Session-Id'
  return required ? 'given and required' : 'given, but not required'
}

function steps(all: readonly Step[]): string[] {
  // The timed ones are summed up below; the other sessions end as the first.
  const shown = all.filter(({ step }) => !/, (?:timed|again) \d+$/.test(step))
  return [
    `${'request'.padEnd(34)}  ${right('ms')}  ${right('bytes')}  answer`,
    ...shown.map((step) => {
      const figures = `${right(step.ms.toFixed(1))}  ${right(step.bytes)}`
      return `${plainCell(step.step, 34)}  ${figures}  ${plainText(outcome(step), 120)}`
    }),
  ]
}

function outcome({ answer, status, code, detail, content_type }: Step): string {
  const streamed = answer !== 'other' && content_type?.startsWith('text/event-stream')
  const kind = { result: 'result', error: `error ${code ?? ''}`, accepted: 'accepted', other: '', none: '' }
  const how = `${kind[answer].trim()}${streamed ? ' (stream)' : ''}`
  return [[status, how].filter(Boolean).join(' '), detail].filter(Boolean).join(': ')
}

function roundTrips({ round_trips: trips }: ProbeReport): string[] {
  if (trips.length === 0) return []
  const rows = trips.map(({ method, answered, asked, median_ms, min_ms, max_ms }) => {
    const times = [median_ms, min_ms, max_ms].map((ms) => right(ms === null ? '-' : ms.toFixed(1)))
    return `${plainCell(method, 34)}  ${times.join('  ')}  ${right(`${answered}/${asked}`)}`
  })
  const names = ['median ms', 'min ms', 'max ms', 'answered'].map((name) => right(name)).join('  ')
  return [`${'round trips'.padEnd(34)}  ${names}`, ...rows]
}

function headers({ headers: found }: ProbeReport): string[] {
  if (!found || found.length === 0) return []
  return [
    `${'headers'.padEnd(9)}  ${'name'.padEnd(34)}  ${right('answers')}  value`,
    ...found.map(({ group, name, values, answers }) => {
      const value = plainText(values.join(' | '), 120)
      return `${group.padEnd(9)}  ${plainCell(name, 34)}  ${right(answers)}  ${value}`
    }),
  ]
}

function toolTable(list: ToolReport): string[] {
  const names = ['bytes', 'tokens', 'params', 'required', 'descr', 'input', 'output']
  const row = (name: string, tool: Omit<ToolReport['tools'][number], 'name' | 'read_only'>): string => {
    const { bytes, tokens, parameters, required } = tool
    const shares = [tool.description, tool.input_schema, tool.output_schema].map((share) => share.tokens)
    const cells = [bytes, tokens, parameters, required, ...shares].map((cell) => right(cell ?? '-'))
    return `${plainCell(name, 34)}  ${cells.join('  ')}`
  }
  const pages = list.pages === 1 ? '1 page' : `${list.pages} pages`
  return [
    label(
      'tools',
      `${list.tools.length} on ${pages}, ${list.style} style, ${list.answer_bytes} bytes answered`,
    ),
    ...(list.incomplete === null ? [] : [label('incomplete', list.incomplete)]),
    ...(list.ttl_ms === null
      ? []
      : [label('kept for', `${String(list.ttl_ms)} ms, ${String(list.cache_scope)}`)]),
    '',
    `${'tool'.padEnd(34)}  ${names.map((name) => right(name)).join('  ')}`,
    ...list.tools.map((tool) => row(tool.name || '(no name)', tool)),
    row('all', list),
    '',
    'bytes and tokens (o200k_base) of compact JSON; descr, input and output are the tokens of the description',
    'and of the two schemas',
  ]
}

function call({ call: found }: ProbeReport): string[] {
  if (!found) return []
  const { tool, ms, bytes, is_error, content, structured } = found
  const result = is_error === null ? 'no result' : is_error ? 'an error of the tool' : 'a result'
  const parts = [...content.slice(0, 5), ...(structured ? ['structured content'] : [])].join(', ')
  return [label('call', `${tool}: ${result} in ${ms.toFixed(1)} ms, ${bytes} bytes${parts && `: ${parts}`}`)]
}

function stdio({ stdio: found, mcp }: ProbeReport): string[] {
  if (!found || found.starts === 0) return []
  const { starts, garbage, stderr, exits } = found
  const ended = exits.filter(({ on_eof }) => on_eof).length
  return [
    label('processes', `${starts} started, ${ended} of ${exits.length} ended when their input did`),
    label('stdout', garbage.lines === 0 ? 'nothing but messages' : `${garbage.lines} lines are no message:`),
    ...garbage.samples.map((line) => label('', line)),
    label('stderr', `${stderr.bytes} bytes${!mcp && stderr.bytes > 0 ? ', at last:' : ''}`),
    // Where a server says what it misses, such as a key.
    ...(mcp ? [] : stderr.last.trim().split('\n').slice(-STDERR_LINES))
      .filter((line) => line.trim() !== '')
      .map((line) => label('', line)),
  ]
}

function sized({ bytes, tokens }: Size): string {
  return `${bytes} bytes, ${tokens ?? 'too many'} tokens`
}

function label(name: string, text: string): string {
  return `${name.padEnd(LABEL)}${plainText(text, LINE)}`
}

function right(cell: string | number): string {
  return String(cell).padStart(9)
}
