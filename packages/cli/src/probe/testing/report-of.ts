import { runCli } from '../../testing/run-cli.ts'
import type { ProbeReport, Step } from '../report.ts'

/** The report of a probe that found an MCP server. @param args of `x-md probe` */
export async function report(...args: string[]): Promise<ProbeReport> {
  const { code, stdout, stderr } = await runCli(['probe', '--json', ...args], {
    env: { PATH: process.env.PATH ?? '' },
  })
  if (code !== 0 || stderr !== '') throw new Error(`Exit ${code}\n${stderr}${stdout}`)
  return JSON.parse(stdout)
}

/** One of its steps, by name. */
export function step({ steps }: ProbeReport, name: string): Step {
  const found = steps.find((one) => one.step === name)
  if (!found) throw new Error(`No step ${name} among ${steps.map((one) => one.step).join('; ')}`)
  return found
}
