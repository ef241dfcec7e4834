import { isPossibleId } from '@x-md/core/domain/snowflake.ts'
import { type InvalidParameter, invalidRequest } from './problem.ts'

/** Reads the query of a request, and keeps what is wrong with it until `finish`. */
export class Parameters {
  readonly #given: URLSearchParams
  readonly #known = new Set<string>()
  readonly #errors: InvalidParameter[] = []

  constructor(given: URLSearchParams) {
    this.#given = given
  }

  text(name: string, { required = false } = {}): string | undefined {
    this.#known.add(name)
    const value = this.#given.get(name) ?? undefined
    if (required && !value) this.refuse(name, value ?? '', `The \`${name}\` query parameter can not be empty`)
    return value || undefined
  }

  integer(name: string, min: number, max: number, otherwise: number): number {
    const value = this.text(name)
    if (value === undefined) return otherwise
    const number = /^-?\d{1,9}$/.test(value) ? Number(value) : Number.NaN
    if (number >= min && number <= max) return number
    this.refuse(
      name,
      value,
      `The \`${name}\` query parameter value [${value}] is not between ${min} and ${max}`,
    )
    return otherwise
  }

  choice<T extends string>(name: string, choices: readonly T[], otherwise: T): T {
    const value = this.text(name)
    if (value === undefined) return otherwise
    const found = choices.find((choice) => choice === value)
    if (!found) this.#notOneOf(name, value, choices)
    return found ?? otherwise
  }

  /** Values with commas between them, each once, in order. */
  list(name: string, choices?: readonly string[]): string[] {
    const given = (this.text(name) ?? '').split(',').filter((value) => value !== '')
    for (const value of given) if (choices && !choices.includes(value)) this.#notOneOf(name, value, choices)
    return [...new Set(given)]
  }

  /** One to a hundred values that look right. */
  batch(name: string, pattern: RegExp): string[] {
    this.text(name, { required: true })
    const values = this.list(name)
    if (values.length > 100) {
      this.refuse(
        name,
        values.join(','),
        `The number of values in the \`${name}\` query parameter list [${values.length}] is not between 1 and 100`,
      )
    }
    for (const value of values) if (!pattern.test(value)) this.#notOfForm(name, value, pattern)
    return values
  }

  id(name: string): string | undefined {
    const value = this.text(name)
    if (value === undefined || isPossibleId(value)) return value
    this.#notOfForm(name, value, ID)
    return undefined
  }

  /** Unix milliseconds of an RFC 3339 instant. */
  instant(name: string): number | undefined {
    const value = this.text(name)
    if (value === undefined) return undefined
    const ms = INSTANT.test(value) ? Date.parse(value) : Number.NaN
    if (!Number.isNaN(ms)) return ms
    this.refuse(name, value, `The \`${name}\` query parameter value [${value}] is not a valid RFC 3339 date`)
    return undefined
  }

  refuse(name: string, value: string, message: string): void {
    this.#errors.push({ parameters: { [name]: [value] }, message })
  }

  /** To be called when all was read: throws a 400 for whatever was wrong, names that nobody read included. */
  finish(): void {
    for (const name of new Set(this.#given.keys())) {
      if (this.#known.has(name)) continue
      const known = [...this.#known].sort().join(',')
      this.refuse(name, this.#given.get(name) ?? '', `The query parameter [${name}] is not one of [${known}]`)
    }
    if (this.#errors.length > 0) throw invalidRequest(this.#errors)
  }

  #notOneOf(name: string, value: string, choices: readonly string[]): void {
    const list = choices.join(',')
    this.refuse(name, value, `The \`${name}\` query parameter value [${value}] is not one of [${list}]`)
  }

  #notOfForm(name: string, value: string, pattern: RegExp): void {
    this.refuse(
      name,
      value,
      `The \`${name}\` query parameter value [${value}] does not match ${pattern.source}`,
    )
  }
}

export const ID = /^[0-9]{1,19}$/
export const USERNAME = /^[A-Za-z0-9_]{1,15}$/
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/
