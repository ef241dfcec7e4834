import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UsageError } from '../usage-error.ts'
import type { Exchange } from './exchange.ts'

/** Writes exchanges into a folder, each as soon as it is over. What it is given must hold no secrets. */
export class Saver {
  readonly #folder: string
  #count = 0

  private constructor(folder: string) {
    this.#folder = folder
  }

  /** @throws UsageError when there are files already: two probes in one folder could not be told apart */
  static async into(folder: string): Promise<Saver> {
    await mkdir(folder, { recursive: true })
    if ((await readdir(folder)).length > 0) {
      throw new UsageError(`${folder} is not empty; name a new folder for --save.`)
    }
    return new Saver(folder)
  }

  /** A file an exchange, numbered in the order of sending. */
  async exchange({ step, request, answer, http, raw, bytes, ms }: Exchange): Promise<void> {
    const name = step.replace(/[^a-zA-Z0-9.]+/g, '-').slice(0, 80)
    const number = String(++this.#count).padStart(2, '0')
    const outcome = answer.kind === 'none' ? { no_answer: answer.detail } : {}
    await this.#write(`${number}-${name}`, {
      step,
      request,
      answer: { ...http, ...outcome, ms, bytes, body: raw },
    })
  }

  report(report: object): Promise<void> {
    return this.#write('report', report)
  }

  get folder(): string {
    return this.#folder
  }

  get files(): number {
    return this.#count + 1
  }

  #write(name: string, value: object): Promise<void> {
    return writeFile(join(this.#folder, `${name}.json`), `${JSON.stringify(value, undefined, 2)}\n`)
  }
}
