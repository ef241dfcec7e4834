import { InvalidArgumentError } from 'commander'

/** Reads an option that is a whole number, at least `least`. */
export function parseCount(least: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    if (!(value >= least)) throw new InvalidArgumentError(`It must be a whole number from ${least}.`)
    return value
  }
}
